import type { AxiosInstance, AxiosResponse } from 'axios';
import type { DialectName } from '../../sandbox';

/**
 * How a client would read each dialect, written down apart from the sandbox: when a dialect
 * changes without this table, tests fail.
 */
export interface Reader {
	submitStatus: number;
	id(submitted: AxiosResponse): string | number;
	/** Undefined when the answer does not say. */
	submitState(data: Data): string | undefined;
	pending: { status: number; state(data: Data): string | undefined; words: string[] };
	state(data: Data): string | undefined;
	words: { finished: string; partial: string; failed: string };
	failure(data: Data): string;
	record(data: Data): Data;
	jobRecord(data: Data): Data;
	rows(data: Data): Data[];
	jobRows(data: Data, resource: string): Data[];
	/** Parameters of the page after this one. */
	next(response: AxiosResponse, asked: Data): Data | undefined;
	/** Where a POST carries them. */
	pagesIn: 'body' | 'query';
	firstPage(size: number): Data;
	problem: {
		message(response: AxiosResponse): string;
		fields(response: AxiosResponse): string;
		requestId(response: AxiosResponse): string;
	};
	/** Of a part of a job that is not done. */
	notReadyStatus: number;
	/** Undefined where the answer is the report itself. */
	reportUrl(response: AxiosResponse): string | undefined;
	quotaStatus: number;
}

/** JSON of unknown shape, read by path. */
export class Data {
	constructor(readonly value: unknown) {}

	at(path: string): Data {
		let value: unknown = this.value;
		for (const key of path.split('.').filter(Boolean)) {
			value =
				typeof value === 'object' && value !== null && Object.hasOwn(value, key)
					? Object.entries(value).find(([name]) => name === key)?.[1]
					: undefined;
		}
		return new Data(value);
	}

	get text(): string {
		if (typeof this.value !== 'string') throw new Error(`Not text: ${JSON.stringify(this.value)}`);
		return this.value;
	}

	get number(): number {
		if (typeof this.value !== 'number') throw new Error(`No number: ${JSON.stringify(this.value)}`);
		return this.value;
	}

	get list(): Data[] {
		if (!Array.isArray(this.value)) throw new Error(`No list: ${JSON.stringify(this.value)}`);
		return this.value.map((item) => new Data(item));
	}
}

const nothing = (): undefined => undefined;
const header = (response: AxiosResponse, name: string): string => String(response.headers[name]);
const body = (response: AxiosResponse): Data => new Data(response.data);

export const readers: Record<DialectName, Reader> = {
	flat: {
		submitStatus: 200,
		id: (response) => body(response).at('id').text,
		submitState: (data) => data.at('status').text,
		pending: {
			status: 200,
			state: (data) => data.at('status').text,
			words: ['QUEUED', 'IN_PROGRESS'],
		},
		state: (data) => data.at('status').text,
		words: { finished: 'SUCCESS', partial: 'PARTIAL_SUCCESS', failed: 'FAILURE' },
		failure: (data) => data.at('error.message').text,
		record: (data) => data,
		jobRecord: (data) => data,
		rows: (data) => data.at('data').list,
		jobRows: (data) => data.at('data').list,
		next: (response, asked) => {
			const data = body(response);
			const { offset, limit, total } = {
				offset: data.at('metadata.offset').number,
				limit: data.at('metadata.limit').number,
				total: data.at('metadata.total_results').number,
			};
			const rest = offset + limit;
			return rest < total ? new Data({ limit: asked.at('limit').value, offset: rest }) : undefined;
		},
		pagesIn: 'body',
		firstPage: (size) => new Data({ limit: size, offset: 0 }),
		problem: {
			message: (response) => body(response).at('error.message').text,
			fields: (response) => JSON.stringify(body(response).at('error.details').value),
			requestId: (response) => body(response).at('error.request_id').text,
		},
		notReadyStatus: 409,
		reportUrl: (response) => body(response).at('report_url').text,
		quotaStatus: 402,
	},
	enveloped: {
		submitStatus: 201,
		id: (response) => body(response).at('data.task_id').number,
		submitState: nothing,
		pending: {
			status: 202,
			state: (data) => data.at('data.state').text,
			words: ['queued', 'running'],
		},
		state: (data) => data.at('data.state').text,
		words: { finished: 'succeeded', partial: 'succeeded', failed: 'failed' },
		failure: (data) => data.at('error.message').text,
		record: (data) => data.at('data'),
		jobRecord: (data) => data.at('data'),
		rows: (data) => data.at('data.items').list,
		jobRows: (data) => data.at('data.items').list,
		next: (response, asked) => {
			const data = body(response);
			const page = data.at('data.page').number;
			const size = data.at('data.page_size').number;
			const total = Number(data.at('data.total').text);
			return page * size < total
				? new Data({ page: page + 1, page_size: asked.at('page_size').value })
				: undefined;
		},
		pagesIn: 'body',
		firstPage: (size) => new Data({ page: 1, page_size: size }),
		problem: {
			message: (response) => body(response).at('message').text,
			fields: (response) => JSON.stringify(body(response).at('errors').value),
			requestId: (response) => header(response, 'x-request-id'),
		},
		notReadyStatus: 400,
		reportUrl: (response) => body(response).at('data.report_url').text,
		quotaStatus: 429,
	},
	streaming: {
		submitStatus: 202,
		id: (response) => body(response).at('job.report_uuid').text,
		submitState: (data) => data.at('job.report_state').text,
		pending: { status: 202, state: nothing, words: [] },
		state: (data) => data.at('job.report_state').text,
		words: { finished: 'ready', partial: 'ready_low_confidence', failed: 'error' },
		failure: (data) => data.at('error_message').text,
		record: (data) => data.at('result'),
		jobRecord: (data) => data.at('result'),
		rows: (data) => data.at('results').list,
		jobRows: (data) => data.at('results').list,
		next: (response, asked) => {
			const data = body(response);
			return data.at('has_more').value === true
				? new Data({ limit: asked.at('limit').value, cursor: data.at('next_cursor').text })
				: undefined;
		},
		pagesIn: 'body',
		firstPage: (size) => new Data({ limit: size }),
		problem: {
			message: (response) => body(response).at('detail').text,
			fields: (response) =>
				JSON.stringify(
					body(response)
						.at('detail')
						.list.map(({ value }) => value),
				),
			requestId: (response) => header(response, 'request-id'),
		},
		notReadyStatus: 202,
		reportUrl: nothing,
		quotaStatus: 402,
	},
	bare: {
		submitStatus: 200,
		id: (response) => body(response).at('request_id').text,
		submitState: nothing,
		pending: { status: 200, state: (data) => data.text, words: ['scheduled', 'in progress'] },
		state: (data) => (typeof data.value === 'string' ? data.value : data.at('status').text),
		words: { finished: 'completed', partial: 'partial success', failed: 'aborted' },
		failure: (data) => data.at('error').text,
		record: (data) => data,
		jobRecord: (data) => data.at('result'),
		rows: (data) => data.at('items').list,
		jobRows: (data, resource) => data.at(resource).list,
		next: (response, asked) => {
			const data = body(response);
			const url = data.at('next').value;
			const cursor =
				typeof url === 'string'
					? new URL(url).searchParams.get('cursor')
					: data.at('page_info.cursor').value;
			return cursor ? new Data({ limit: asked.at('limit').value, cursor }) : undefined;
		},
		pagesIn: 'body',
		firstPage: (size) => new Data({ limit: size }),
		problem: {
			message: (response) => body(response).at('error').text,
			fields: (response) => JSON.stringify(body(response).at('errors').value),
			requestId: (response) => header(response, 'x-request-id'),
		},
		notReadyStatus: 404,
		reportUrl: (response) => header(response, 'location'),
		quotaStatus: 429,
	},
	nested: {
		submitStatus: 200,
		id: (response) => body(response).at('payload.job.jobHandle').text,
		submitState: (data) => data.at('payload.job.status.state').text,
		pending: {
			status: 200,
			state: (data) => data.at('payload.job.status.state').text,
			words: ['PENDING', 'RUNNING'],
		},
		state: (data) => {
			const job = data.at('payload.job');
			return job.at('success').value === true ? job.at('status.state').text : 'no success';
		},
		words: { finished: 'COMPLETED', partial: 'COMPLETED_WITH_ERRORS', failed: 'no success' },
		failure: (data) => data.at('payload.job.error.description').text,
		record: (data) => data.at('payload'),
		jobRecord: (data) => data.at('payload.output'),
		rows: (data) => data.at('payload.items').list,
		jobRows: (data) => data.at('payload.items').list,
		next: (response, asked) => {
			const token = body(response).at('payload.paging.nextToken').value;
			return token === undefined
				? undefined
				: new Data({ maxResults: asked.at('maxResults').value, nextToken: token });
		},
		pagesIn: 'body',
		firstPage: (size) => new Data({ maxResults: size }),
		problem: {
			message: (response) => body(response).at('error.description').text,
			fields: (response) => JSON.stringify(body(response).at('error.fieldViolations').value),
			requestId: (response) => body(response).at('requestId').text,
		},
		notReadyStatus: 425,
		reportUrl: (response) => body(response).at('payload.document.downloadUrl').text,
		quotaStatus: 402,
	},
	linked: {
		submitStatus: 202,
		id: (response) => {
			if (response.data !== '') throw new Error(`A body: ${JSON.stringify(response.data)}`);
			return new URL(header(response, 'operation-location')).pathname.split('/').at(-1) ?? '';
		},
		submitState: nothing,
		pending: { status: 200, state: operationState, words: ['NotStarted', 'Running'] },
		state: operationState,
		words: { finished: 'Succeeded', partial: 'PartiallySucceeded', failed: 'Failed' },
		failure: (data) => data.at('error.detail').text,
		record: (data) => data,
		jobRecord: (data) => data.at('response'),
		rows: (data) => onlyOf(data.at('_embedded')).list,
		jobRows: (data, resource) => data.at('_embedded').at(resource).list,
		next: (response) => {
			const href = body(response).at('_links.next.href').value;
			if (typeof href !== 'string') return undefined;
			return new Data(Object.fromEntries(new URL(href, 'http://host.example').searchParams));
		},
		pagesIn: 'query',
		firstPage: (size) => new Data({ limit: size }),
		problem: {
			message: (response) => problemDetails(response).at('detail').text,
			fields: (response) => JSON.stringify(problemDetails(response).at('errors').value),
			requestId: (response) => header(response, 'x-correlation-id'),
		},
		notReadyStatus: 202,
		reportUrl: (response) =>
			body(response)
				.at('links')
				.list.find((link) => link.at('rel').value === 'download')
				?.at('href').text,
		quotaStatus: 429,
	},
};

/** A mere status has flags in the place of the word. */
function operationState(data: Data): string | undefined {
	const done = data.at('done').value;
	if (done === undefined) return data.at('operationStatus').text;
	if (done !== true) return undefined;
	return data.at('error').value === undefined ? 'Succeeded' : 'Failed';
}

function onlyOf({ value }: Data): Data {
	const parts = Object.values(Object(value));
	if (parts.length !== 1) throw new Error(`Not one part: ${JSON.stringify(value)}`);
	return new Data(parts[0]);
}

function problemDetails(response: AxiosResponse): Data {
	expect(header(response, 'content-type')).toMatch(/^application\/problem\+json/);
	expect(body(response).at('status').number).toBe(response.status);
	return body(response);
}

/** A page of a list that is asked for with a body. */
export const postPage = async (
	client: AxiosInstance,
	{ pagesIn }: Reader,
	path: string,
	input: object,
	page: object,
): Promise<AxiosResponse> =>
	pagesIn === 'query'
		? await client.post(path, input, { params: page })
		: await client.post(path, { ...input, ...page });

/** Walks through all pages of a list. */
export async function allRows(
	reader: Reader,
	size: number,
	page: (parameters: object) => Promise<AxiosResponse>,
	rowsOf: (data: Data) => Data[] = (data) => reader.rows(data),
): Promise<{ rows: Data[]; pages: number }> {
	const rows: Data[] = [];
	let pages = 0;
	let asked: Data | undefined = reader.firstPage(size);
	while (asked) {
		const response = await page(Object(asked.value));
		if (response.status !== 200)
			throw new Error(`${response.status} ${JSON.stringify(response.data)}`);
		rows.push(...rowsOf(new Data(response.data)));
		pages += 1;
		asked = reader.next(response, asked);
		if (pages > 500) throw new Error('The pages have no end');
	}
	return { rows, pages };
}

export const submit = async (
	client: AxiosInstance,
	reader: Reader,
	path: string,
	input: object,
): Promise<string> => {
	const response = await client.post(path, input);
	if (response.status !== reader.submitStatus) {
		throw new Error(`${response.status} ${JSON.stringify(response.data)}`);
	}
	return String(reader.id(response));
};
