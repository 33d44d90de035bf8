import type { FastifyReply } from 'fastify';

import { readBinary } from '../engine/engine';
import type { LoopbackServer } from '../support/http';
import { startServer } from '../support/http';
import { generateReport, getBrands, getContact, getProfile, searchCreators } from './calls';

type Answer = (reply: FastifyReply) => unknown;

const PDF = Buffer.from('%PDF-1.4\nnot a long one\n%%EOF');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

let server: LoopbackServer;
let answer: Answer;

beforeAll(async () => {
	server = await startServer((app) => {
		app.all('/*', async (_request, reply) => {
			answer(reply);
			return await reply;
		});
	});
});
afterAll(async () => await server.close());

const sends =
	(body: string | Buffer, type?: string, headers: Record<string, string> = {}): Answer =>
	(reply) => {
		for (const [name, value] of Object.entries(headers)) void reply.header(name, value);
		// fastify adds a type of its own to texts
		if (type !== undefined) void reply.header('content-type', type);
		void reply.send(Buffer.from(body));
	};

const json = (value: unknown) => sends(JSON.stringify(value), 'application/json');

describe('one request returns one item', () => {
	it.each<[string, Answer, object]>([
		['an object', json({ a: 1 }), { a: 1 }],
		['an array', json([{ a: 1 }, { a: 2 }]), { data: [{ a: 1 }, { a: 2 }] }],
		['a bare text', json('hello'), { data: 'hello' }],
		['a bare number', json(5), { data: 5 }],
		['null', json(null), { data: null }],
		[
			'lines of JSON',
			sends('{"a":1}\n{"a":2}\n', 'application/x-ndjson'),
			{ data: [{ a: 1 }, { a: 2 }] },
		],
		[
			'lines of JSON under the type of JSON',
			sends('{"a":1}\n{"a":2}', 'application/json'),
			{ data: [{ a: 1 }, { a: 2 }] },
		],
		['JSON with a byte order mark', sends('\ufeff{"a":1}', 'application/json'), { a: 1 }],
		['JSON under another type', sends('{"a":1}', 'text/plain'), { a: 1 }],
		[
			'a long id',
			sends('{"id":1234567890123456789}', 'application/json'),
			{ id: '1234567890123456789' },
		],
		['nothing (204)', (reply) => void reply.code(204).send(), {}],
		['nothing (202)', (reply) => void reply.code(202).send(), {}],
		['text', sends('plain words', 'text/plain; charset=utf-8'), { data: 'plain words' }],
		[
			'CSV',
			sends('name,n\r\n"a, ""b""",1\nc,\n', 'text/csv'),
			{
				data: [
					{ name: 'a, "b"', n: '1' },
					{ name: 'c', n: '' },
				],
			},
		],
		[
			'an error field beside a good result',
			json({ ok: 1, error: 'partial' }),
			{ ok: 1, serviceError: 'partial' },
		],
		['an empty error field', json({ ok: 1, error: null }), { ok: 1 }],
	])('for %s', async (_, given, expected) => {
		answer = given;
		const result = await getProfile(server.url);
		expect(result.error).toBeUndefined();
		expect(result.json).toEqual([expected]);
		expect(result.items[0][0].pairedItem).toEqual({ item: 0 });
	});
});

describe('a file becomes binary data', () => {
	it.each<[string, Answer, string, string]>([
		['a PDF', sends(PDF, 'application/pdf'), 'profiles.pdf', 'application/pdf'],
		[
			'a PDF with a name',
			sends(PDF, 'application/pdf', {
				'content-disposition': 'attachment; filename="report 1.pdf"',
			}),
			'report 1.pdf',
			'application/pdf',
		],
		[
			'a PDF with an encoded name',
			sends(PDF, 'application/pdf', {
				'content-disposition': "attachment; filename*=UTF-8''pr%C3%BCfung.pdf",
			}),
			'prüfung.pdf',
			'application/pdf',
		],
		[
			'a PDF of unknown type',
			sends(PDF, 'application/octet-stream'),
			'profiles.pdf',
			'application/pdf',
		],
		[
			'a PDF whose name leaves its folder',
			sends(PDF, 'application/pdf', {
				'content-disposition': 'attachment; filename="../../x.pdf"',
			}),
			'x.pdf',
			'application/pdf',
		],
		['an image', sends(PNG, 'image/png'), 'profiles.png', 'image/png'],
		[
			'a zip',
			sends(Buffer.from([0x50, 0x4b, 3, 4, 0]), 'application/zip'),
			'profiles.zip',
			'application/zip',
		],
	])('%s', async (_, given, fileName, mimeType) => {
		answer = given;
		const result = await getProfile(server.url);
		expect(result.error).toBeUndefined();
		const [item] = result.items[0];
		expect(item.json).toMatchObject({ fileName, mimeType });
		expect(item.binary?.data).toMatchObject({ fileName, mimeType });
	});

	it('keeps the bytes and is stored in the chosen field', async () => {
		answer = sends(PDF, 'application/pdf');
		const result = await getProfile(server.url, {
			parameters: { options: { binaryProperty: 'report' } },
		});
		expect(await readBinary(result.items[0][0], 'report')).toEqual(PDF);
	});

	it('also where a document is a web page', async () => {
		answer = sends('<!doctype html><title>Report</title>', 'text/html');
		const result = await generateReport(server.url, { parameters: { id: 1 } });
		expect(result.items[0][0].binary?.data.mimeType).toBe('text/html');
	});

	it('for any response, if the user chooses so', async () => {
		answer = json({ a: 1 });
		const result = await getProfile(server.url, {
			parameters: { options: { responseFormat: 'file' } },
		});
		expect((await readBinary(result.items[0][0])).toString()).toBe('{"a":1}');
	});
});

describe('a list returns one item per row', () => {
	const two = [{ n: 1 }, { n: 2 }];

	it.each<[string, Answer]>([
		['a bare array', json(two)],
		['data', json({ data: two })],
		['results', json({ results: two })],
		['result', json({ result: two })],
		['items', json({ items: two })],
		['data.items', json({ data: { items: two } })],
		['a key named like the resource', json({ brands: two, related: [{ x: 1 }] })],
		['the only list', json({ total: 2, whatever: two, tags: ['a'] })],
		['the only list that is not empty', json({ creators: two, errors: [] })],
		['lines of JSON', sends('{"n":1}\n{"n":2}\n', 'application/x-ndjson')],
	])('from %s', async (_, given) => {
		answer = given;
		const result = await getBrands(server.url);
		expect(result.json).toEqual(two);
		expect(result.items[0].map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		expect(result.hints).toEqual([]);
	});

	it('also from a single line of JSON', async () => {
		answer = sends('{"n":1,"risks":[{"score":1}]}\n', 'application/x-ndjson');
		const { json: got, hints } = await getBrands(server.url);
		expect(got).toEqual([{ n: 1, risks: [{ score: 1 }] }]);
		expect(hints).toEqual([]);
	});

	it('also from CSV', async () => {
		answer = sends('n\n1\n2', 'text/csv');
		expect((await getBrands(server.url)).json).toEqual([{ n: '1' }, { n: '2' }]);
	});

	it('with rows that are not objects under "value"', async () => {
		answer = json(['ann', 'bob']);
		expect((await getBrands(server.url)).json).toEqual([{ value: 'ann' }, { value: 'bob' }]);
	});

	it('from the path that the user set, also for operations that do not list', async () => {
		answer = json({ deep: { er: two }, data: [{ wrong: true }] });
		const parameters = { options: { rowsPath: 'deep.er' } };
		expect((await getBrands(server.url, { parameters })).json).toEqual(two);
		expect((await getProfile(server.url, { parameters })).json).toEqual(two);
	});

	it('says so when no rows are recognised, and loses nothing', async () => {
		answer = json({ a: [{ x: 1 }], b: [{ y: 1 }] });
		const result = await getBrands(server.url);
		expect(result.json).toEqual([{ a: [{ x: 1 }], b: [{ y: 1 }] }]);
		expect(result.hints[0].message).toMatch(/found no list of rows.*Rows Path/);
	});

	it('says which fields there are when the path is wrong', async () => {
		answer = json({ data: two, total: 2 });
		const { error } = await getBrands(server.url, {
			parameters: { options: { rowsPath: 'rows' } },
		});
		expect(error?.message).toBe("There is no list at 'rows' in the response [item 0]");
		expect(error?.description).toMatch(/data, total/);
	});

	it('keeps a paid response when the path is wrong', async () => {
		answer = json({ email: 'ann@example.com' });
		const result = await getContact(server.url, {
			parameters: { options: { rowsPath: 'rows' } },
			continueOnFail: true,
		});
		expect(result.json[0].error).toMatchObject({ response: { email: 'ann@example.com' } });
	});

	it('returns no item for null in place of rows', async () => {
		answer = json({ data: null, metadata: { total_results: 0 } });
		for (const options of [{}, { rowsPath: 'data' }]) {
			const {
				json: items,
				error,
				hints,
			} = await searchCreators(server.url, {
				parameters: { options },
			});
			expect([items, error, hints]).toEqual([[], undefined, []]);
		}
	});

	it('keeps the fields that were chosen', async () => {
		answer = json({ data: [{ a: 1, b: { c: 2, d: 3 }, e: 4 }] });
		const parameters = { options: { outputFields: 'a, b.c, nope' } };
		expect((await searchCreators(server.url, { parameters })).json).toEqual([
			{ a: 1, b: { c: 2 } },
		]);
	});
});

describe('a response that cannot be read is an error, not a crash', () => {
	it.each<[string, Answer, RegExp]>([
		[
			'truncated JSON',
			sends('{"data":[{"a":1},{"a"', 'application/json'),
			/incomplete or not valid JSON/,
		],
		[
			'a truncated last line',
			sends('{"a":1}\n{"a":', 'application/x-ndjson'),
			/incomplete or not valid JSON/,
		],
		[
			'a web page',
			sends('<html><title>Welcome</title></html>', 'text/html'),
			/is a web page, not data/,
		],
	])('%s', async (_, given, message) => {
		answer = given;
		const { error } = await getProfile(server.url);
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/GET \/profiles.*\[item 0\]$/);
		expect(error?.description).toBeTruthy();
	});

	it('and text is text where the user chooses so', async () => {
		answer = sends('{"a":', 'application/json');
		const parameters = { options: { responseFormat: 'text' } };
		expect((await getProfile(server.url, { parameters })).json).toEqual([{ data: '{"a":' }]);
	});
});
