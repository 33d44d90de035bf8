import type { AxiosInstance, AxiosResponse } from 'axios';
import type { DialectName } from '../../sandbox';

/**
 * How a client would read each dialect, written down apart from the sandbox: when a dialect
 * changes without this table, tests fail.
 */
export interface Reader {
	submitStatus: number;
	id(data: Data): string | number;
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
	next(data: Data, asked: Data): Data | undefined;
	firstPage(size: number): Data;
	problem: {
		message(response: AxiosResponse): string;
		fields(response: AxiosResponse): string;
		requestId(response: AxiosResponse): string;
	};
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

const header = (response: AxiosResponse, name: string): string => String(response.headers[name]);
const body = (response: AxiosResponse): Data => new Data(response.data);

export const readers: Record<DialectName, Reader> = {
	flat: {
		submitStatus: 200,
		id: (data) => data.at('id').text,
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
		next: (data, asked) => {
			const { offset, limit, total } = {
				offset: data.at('metadata.offset').number,
				limit: data.at('metadata.limit').number,
				total: data.at('metadata.total_results').number,
			};
			const rest = offset + limit;
			return rest < total ? new Data({ limit: asked.at('limit').value, offset: rest }) : undefined;
		},
		firstPage: (size) => new Data({ limit: size, offset: 0 }),
		problem: {
			message: (response) => body(response).at('error.message').text,
			fields: (response) => JSON.stringify(body(response).at('error.details').value),
			requestId: (response) => body(response).at('error.request_id').text,
		},
		quotaStatus: 402,
	},
	enveloped: {
		submitStatus: 201,
		id: (data) => data.at('data.task_id').number,
		submitState: () => undefined,
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
		next: (data, asked) => {
			const page = data.at('data.page').number;
			const size = data.at('data.page_size').number;
			const total = Number(data.at('data.total').text);
			return page * size < total
				? new Data({ page: page + 1, page_size: asked.at('page_size').value })
				: undefined;
		},
		firstPage: (size) => new Data({ page: 1, page_size: size }),
		problem: {
			message: (response) => body(response).at('message').text,
			fields: (response) => JSON.stringify(body(response).at('errors').value),
			requestId: (response) => header(response, 'x-request-id'),
		},
		quotaStatus: 429,
	},
	streaming: {
		submitStatus: 202,
		id: (data) => data.at('job.report_uuid').text,
		submitState: (data) => data.at('job.report_state').text,
		pending: { status: 202, state: () => undefined, words: [] },
		state: (data) => data.at('job.report_state').text,
		words: { finished: 'ready', partial: 'ready_low_confidence', failed: 'error' },
		failure: (data) => data.at('error_message').text,
		record: (data) => data.at('result'),
		jobRecord: (data) => data.at('result'),
		rows: (data) => data.at('results').list,
		jobRows: (data) => data.at('results').list,
		next: (data, asked) =>
			data.at('has_more').value === true
				? new Data({ limit: asked.at('limit').value, cursor: data.at('next_cursor').text })
				: undefined,
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
		quotaStatus: 402,
	},
	bare: {
		submitStatus: 200,
		id: (data) => data.at('request_id').text,
		submitState: () => undefined,
		pending: { status: 200, state: (data) => data.text, words: ['scheduled', 'in progress'] },
		state: (data) => (typeof data.value === 'string' ? data.value : data.at('status').text),
		words: { finished: 'completed', partial: 'partial success', failed: 'aborted' },
		failure: (data) => data.at('error').text,
		record: (data) => data,
		jobRecord: (data) => data.at('result'),
		rows: (data) => data.at('items').list,
		jobRows: (data, resource) => data.at(resource).list,
		next: (data, asked) => {
			const url = data.at('next').value;
			const cursor =
				typeof url === 'string'
					? new URL(url).searchParams.get('cursor')
					: data.at('page_info.cursor').value;
			return cursor ? new Data({ limit: asked.at('limit').value, cursor }) : undefined;
		},
		firstPage: (size) => new Data({ limit: size }),
		problem: {
			message: (response) => body(response).at('error').text,
			fields: (response) => JSON.stringify(body(response).at('errors').value),
			requestId: (response) => header(response, 'x-request-id'),
		},
		quotaStatus: 429,
	},
};

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
		const data = new Data(response.data);
		rows.push(...rowsOf(data));
		pages += 1;
		asked = reader.next(data, asked);
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
	return String(reader.id(new Data(response.data)));
};
