import { runInSlices } from './clock';
import { Failure, rethrow } from './failure/Failure';
import { decodeText } from './http/text';
import { type RequestDraft, toRequest } from './request/draft';
import { decode, isLines, type DecodeContext, type ResponseFormat } from './response/decode';
import { toFile } from './response/file';
import { findRejection } from './recognition/rejection';
import { explainRejection } from './transport/errorMessages';
import { privateAddress } from './transport/redirect';
import { leadsInside } from './http/address';
import { withoutUserInfo } from './http/baseUrl';
import type {
	Content,
	FileContent,
	ReadResponse,
	ServiceRequest,
	ServiceResponse,
} from './http/types';

export interface DecodedResponse {
	content: Content;
	response: ServiceResponse;
}

export interface DecodedSubmission extends DecodedResponse {
	/** Set if the response could not be decoded. `content` is then its text. */
	decodeFailure?: Failure;
	/** Set if the response is a rejection in spite of its status: the HTTP status that it means. */
	rejectedStatus?: number;
}

export interface ReadOptions {
	/** The response may be a file or a web page, possibly on another host. */
	document?: boolean;
	format?: ResponseFormat;
}

/** Sends the requests whose responses are read. */
export interface Client {
	send<T extends DecodedResponse>(request: ServiceRequest, read: ReadResponse<T>): Promise<T>;
}

/** The interface to the service for the rest of the package: sends a draft and returns the decoded response. */
export class Service {
	constructor(
		readonly baseUrl: string,
		private readonly client: Client,
		private readonly format: ResponseFormat,
	) {}

	/** For states of jobs: decodes any format, whatever 'Response Format' is. Nothing is sent after `deadline` (monotonic clock). */
	async poll(draft: RequestDraft, deadline?: number): Promise<DecodedResponse> {
		const request = { ...toRequest(draft, this.baseUrl), deadline };
		// With 'Response Format' Text or File, the result may be a web page.
		const document = ['text', 'file'].includes(this.format);
		return await this.client.send(request, async (response) => {
			assertAccepted(request, response, { ofJob: true });
			const context = { request, format: 'auto', document, mayHoldState: true } as const;
			return { content: await decoded(response, context), response };
		});
	}

	/** A response that cannot be decoded may still name the job, so `classify` gets that, too. */
	async submit<T extends DecodedResponse>(
		draft: RequestDraft,
		classify: (received: DecodedSubmission) => T,
	): Promise<T> {
		const request = toRequest(draft, this.baseUrl);
		return await this.client.send(request, async (response) =>
			classify(await decodedSubmission(response, request)),
		);
	}

	/** Reads a result, in the user's 'Response Format' unless `format` is given. */
	async read(
		draft: RequestDraft,
		{ document = false, format = this.format }: ReadOptions = {},
	): Promise<DecodedResponse> {
		const request = { ...toRequest(draft, this.baseUrl), document };
		return await this.client.send(request, async (response) => {
			assertAccepted(request, response, { ofResult: true });
			return { content: await decoded(response, { request, format, document }), response };
		});
	}

	/** Decodes a response again as a result, in the user's 'Response Format'. */
	async decodeAsResult(draft: RequestDraft, received: DecodedResponse): Promise<DecodedResponse> {
		if (this.format === 'auto' && !isLines(received.response)) return received;
		const request = toRequest(draft, this.baseUrl);
		return {
			...received,
			content: await decoded(received.response, { request, format: this.format }),
		};
	}

	/** Downloads a linked file. If the service rejects the token, the link may be signed: it is tried without. */
	async download(link: string): Promise<FileContent> {
		const base = new URL(this.baseUrl);
		const url = new URL(link, `${this.baseUrl}/`);
		const label = `GET ${url.origin}${url.pathname}`;
		if (leadsInside(base, url)) {
			throw new Failure({
				kind: 'request',
				...privateAddress('the file', 'linked', url),
				request: label,
			});
		}
		const isOwn = url.origin === base.origin;
		const request: ServiceRequest = {
			method: 'GET',
			url: isOwn ? withoutUserInfo(url.href) : url.href,
			label,
			charged: false,
			authenticated: isOwn,
		};
		try {
			return await this.file(request, url);
		} catch (error) {
			const { status = 0 } = error instanceof Failure ? error.details : {};
			if (!(error instanceof Failure && isOwn && TOKEN_REJECTED.has(status))) return rethrow(error);
			return await this.file({ ...request, authenticated: false }, url).catch((second: unknown) =>
				rethrow(second instanceof Failure ? error.with({ description: LINK_REJECTED }) : second),
			);
		}
	}

	private async file(request: ServiceRequest, { pathname }: URL): Promise<FileContent> {
		const { content } = await this.client.send(request, (response) => ({
			content: { kind: 'file' as const, file: toFile(response, pathname) },
			response,
		}));
		return content.file;
	}
}

/** Throws if a response with a success status is a rejection. */
function assertAccepted(
	request: ServiceRequest,
	response: ServiceResponse,
	subject: Parameters<typeof findRejection>[1],
): void {
	const status = findRejection(response, subject);
	if (status !== undefined) throw explainRejection(request, response, { status });
}

async function decodedSubmission(
	response: ServiceResponse,
	request: ServiceRequest,
): Promise<DecodedSubmission> {
	try {
		const content = await decoded(response, { request, format: 'auto', mayHoldState: true });
		return { content, response, rejectedStatus: findRejection(response) };
	} catch (decodeFailure) {
		if (!(decodeFailure instanceof Failure)) return rethrow(decodeFailure);
		const text = decodeText(response);
		return { content: { kind: 'text', text }, response, decodeFailure };
	}
}

async function decoded(response: ServiceResponse, context: DecodeContext): Promise<Content> {
	return await runInSlices(decode(response, context));
}

/** Statuses for a rejected token, or for a token sent with a signed link. */
const TOKEN_REJECTED = new Set([400, 401, 403]);

const LINK_REJECTED =
	'The service did not return the file without the API token, either. The link may have expired: read the result again to get a new link. If the link is new, check that your account has access to this file.';
