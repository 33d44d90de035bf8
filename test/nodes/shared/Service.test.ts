import type { ServiceRequest, ServiceResponse } from '../../../nodes/shared/http/types';
import { Failure } from '../../../nodes/shared/failure/Failure';
import type { ResponseFormat } from '../../../nodes/shared/response/decode';
import { Service } from '../../../nodes/shared/Service';
import { senderBy } from './senders';
import { json, response } from './responses';

type Outcome = ServiceResponse | Error;

/** A service that gives these outcomes, one for each request, and keeps the requests. */
function serviceWith(
	outcomes: Outcome[],
	format: ResponseFormat = 'auto',
	baseUrl = 'https://api.example.com/v1',
) {
	const sent: ServiceRequest[] = [];
	const sender = senderBy((request) => {
		const outcome = outcomes[sent.push(request) - 1];
		if (outcome === undefined) throw new Error('One request too many');
		if (outcome instanceof Error) throw outcome;
		return outcome;
	});
	return { service: new Service(baseUrl, sender, format), sent };
}

const get = { endpoint: { method: 'GET', path: '/things' } as const, query: [] };
const post = { endpoint: { method: 'POST', path: '/things' } as const, query: [], body: { a: 1 } };

const submitted = async (service: Service) => await service.submit(post, (received) => received);

const page = response('<html><body>Hello</body></html>', { 'content-type': 'text/html' });
const lines = response('{"id":1}', { 'content-type': 'application/x-ndjson' });

const failed = (status?: number, reason?: string) =>
	new Failure({ kind: 'request', request: 'GET /x', message: 'It was not to be', status, reason });

describe('a request for a state', () => {
	it('is sent until its deadline, and read in any format', async () => {
		const { service, sent } = serviceWith([json({ id: 1 })], 'text');
		expect(await service.poll(get, 500)).toEqual({
			content: { kind: 'data', value: { id: 1 } },
			response: json({ id: 1 }),
		});
		expect(sent).toMatchObject([{ url: 'https://api.example.com/v1/things', deadline: 500 }]);
	});

	it.each<ResponseFormat>(['text', 'file'])(
		'may return a web page where results are read as %s, but a submission may not',
		async (format) => {
			const { service } = serviceWith([page, page], format);
			expect(await service.poll(get)).toMatchObject({ content: { kind: 'file' } });
			const { decodeFailure } = await submitted(service);
			expect(decodeFailure?.message).toMatch(/is a web page, not data/);
		},
	);

	it.each<ResponseFormat>(['auto', 'json'])(
		'may not return a web page where results are read as %s',
		async (format) => {
			const { service } = serviceWith([page], format);
			await expect(service.poll(get)).rejects.toThrow(/is a web page, not data/);
		},
	);
});

describe('a submission', () => {
	it('is read in any format', async () => {
		const { service, sent } = serviceWith([lines], 'text');
		expect(await submitted(service)).toEqual({
			content: { kind: 'data', value: { id: 1 } },
			response: lines,
		});
		expect(sent).toMatchObject([{ method: 'POST', body: '{"a":1}' }]);
	});

	it('that cannot be read is kept as text, with the error', async () => {
		const { service } = serviceWith([response('{"id": "j-1", "stat')]);
		const { content, decodeFailure } = await submitted(service);
		expect(content).toEqual({ kind: 'text', text: '{"id": "j-1", "stat' });
		expect(decodeFailure?.message).toBe(
			'The response to POST /things is incomplete or not valid JSON',
		);
	});

	it('does not hide a bug of the code', async () => {
		const broken = Object.defineProperty(response('x'), 'headers', {
			get: () => {
				throw new TypeError('oops');
			},
		});
		await expect(submitted(serviceWith([broken]).service)).rejects.toThrow('oops');
	});
});

describe('a result', () => {
	it('is returned in the format that the user chose, or another that the caller requests', async () => {
		const { service } = serviceWith([json([1]), json([1])], 'text');
		expect((await service.read(get)).content).toEqual({ kind: 'text', text: '[1]' });
		expect((await service.read(get, { format: 'json' })).content).toEqual({
			kind: 'data',
			value: [1],
		});
	});

	it.each<[ResponseFormat, ServiceResponse, object]>([
		['auto', json({ id: 1 }), { kind: 'data', value: 'as it was read' }],
		// A state is one line; a list of one row is as well.
		['auto', lines, { kind: 'data', value: [{ id: 1 }] }],
		['text', json({ id: 1 }), { kind: 'text', text: '{"id":1}' }],
	])(
		'that was returned with a state is decoded again where the format requires it: %s',
		async (format, received, content) => {
			const { service } = serviceWith([], format);
			const read = {
				content: { kind: 'data' as const, value: 'as it was read' },
				response: received,
			};
			expect(await service.decodeAsResult(get, read)).toEqual({ response: received, content });
		},
	);
});

describe('a file behind a link', () => {
	const file = response('a,b', { 'content-type': 'text/csv' });

	it.each([
		['https://api.example.com/files/1.csv?key=x', 'https://api.example.com/files/1.csv?key=x'],
		['files/1.csv', 'https://api.example.com/v1/files/1.csv'],
		['/files/1.csv', 'https://api.example.com/files/1.csv'],
		['https://me:word@api.example.com/1.csv', 'https://api.example.com/1.csv'],
	])('of the service itself is requested with the token: %s', async (link, url) => {
		const { service, sent } = serviceWith([file]);
		expect(await service.download(link)).toEqual({
			bytes: file.body,
			name: '1.csv',
			type: 'text/csv',
		});
		const { origin, pathname } = new URL(url);
		const label = `GET ${origin}${pathname}`;
		expect(sent).toEqual([{ method: 'GET', url, label, charged: false, authenticated: true }]);
	});

	it.each(['https://files.example.com/1.csv', 'https://me:word@files.example.com/1.csv'])(
		'of another host is requested without it, once: %s',
		async (link) => {
			const { service, sent } = serviceWith([failed(403)]);
			await expect(service.download(link)).rejects.toThrow('It was not to be');
			expect(sent).toMatchObject([{ url: link, authenticated: false }]);
		},
	);

	it.each([400, 401, 403])(
		'is requested without the token where the first response is %s',
		async (status) => {
			const { service, sent } = serviceWith([failed(status), file]);
			expect(await service.download('1.csv')).toMatchObject({ name: '1.csv' });
			expect(sent.map(({ authenticated }) => authenticated)).toEqual([true, false]);
			expect(sent[1]?.url).toBe(sent[0]?.url);
		},
	);

	it.each([404, 500, undefined])('is not requested again after %s', async (status) => {
		const { service, sent } = serviceWith([failed(status), file]);
		await expect(service.download('1.csv')).rejects.toThrow('It was not to be');
		expect(sent).toHaveLength(1);
	});

	it('that is rejected twice says that the link may have expired', async () => {
		const { service } = serviceWith([failed(403, 'No rights'), failed(401)]);
		await expect(service.download('1.csv')).rejects.toMatchObject({
			details: {
				status: 403,
				description: expect.stringContaining('The link may have expired') as unknown,
			},
		});
	});

	it('does not hide a bug of the code', async () => {
		const { service } = serviceWith([new TypeError('oops')]);
		await expect(service.download('1.csv')).rejects.toThrow('oops');
	});

	it('in the private network of n8n is not requested, unless the service is there as well', async () => {
		const { service, sent } = serviceWith([file]);
		await expect(service.download('http://10.0.0.1/1.csv')).rejects.toMatchObject({
			details: {
				kind: 'request',
				message:
					'The service linked the file to the private address 10.0.0.1, and nothing was sent there',
				request: 'GET http://10.0.0.1/1.csv',
			},
		});
		expect(sent).toEqual([]);
		const inside = serviceWith([file], 'auto', 'http://10.0.0.2');
		expect(await inside.service.download('http://10.0.0.1/1.csv')).toMatchObject({
			name: '1.csv',
		});
	});
});

describe('a rejection with the status of a success', () => {
	const rejection = json({ stat: 'fail', message: 'No key' });

	it('fails like a rejected HTTP request, except a submission, which may name a job', async () => {
		const service = new Service(
			'https://api.example.com',
			senderBy(() => rejection),
			'file',
		);
		await expect(service.read(post)).rejects.toMatchObject({
			details: { kind: 'request', status: 400, reason: 'No key', request: 'POST /things' },
		});
		await expect(service.poll(get)).rejects.toMatchObject({ details: { status: 400 } });
		expect(await submitted(service)).toMatchObject({ rejectedStatus: 400 });
	});

	it('is a detail alone where a result was asked for', async () => {
		const { service } = serviceWith([1, 2].map(() => json({ detail: 'Not found.' })));
		await expect(service.read(get)).rejects.toMatchObject({ details: { reason: 'Not found.' } });
		expect(await service.poll(get)).toMatchObject({ content: { kind: 'data' } });
	});

	it('marks the outcome of a redirected request as unknown', async () => {
		const redirected = { ...rejection, headers: { location: '/things/1' } };
		const { service } = serviceWith([redirected]);
		await expect(service.read(post)).rejects.toMatchObject({ details: { outcomeUnknown: true } });
	});

	it('is not searched in a file that is downloaded', async () => {
		const { service } = serviceWith([rejection]);
		expect((await service.download('/file.json')).bytes).toEqual(rejection.body);
	});
});
