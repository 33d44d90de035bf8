import type { Method } from '../../../../nodes/shared/catalogue/types';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { decode, type ResponseFormat } from '../../../../nodes/shared/response/decode';
import type { ServiceRequest, ServiceResponse, Content } from '../../../../nodes/shared/http/types';
import { runAtOnce } from '../../../../nodes/shared/values/steps';
import { request, response, thrownBy } from '../responses';

const read = (
	sent: ServiceResponse,
	format: ResponseFormat = 'auto',
	asked: ServiceRequest = request(),
	document = false,
) => runAtOnce(decode(sent, { request: asked, format, document }));

const typed = (type: string, body: string | Buffer) => response(body, { 'content-type': type });

describe('a response is decoded', () => {
	it.each<[string, ServiceResponse, Content]>([
		['an object', typed('application/json', '{"a":1}'), { kind: 'data', value: { a: 1 } }],
		['an array', typed('application/json', '[1]'), { kind: 'data', value: [1] }],
		['a bare text', typed('application/json', '"done"'), { kind: 'data', value: 'done' }],
		['a bare number', typed('application/json', '7'), { kind: 'data', value: 7 }],
		['null', typed('application/json', 'null'), { kind: 'data', value: null }],
		[
			'JSON with a byte order mark',
			typed('application/json', '\uFEFF{"a":1}'),
			{ kind: 'data', value: { a: 1 } },
		],
		['JSON without a type', response('{"a":1}'), { kind: 'data', value: { a: 1 } }],
		['JSON as plain text', typed('text/plain', '{"a":1}'), { kind: 'data', value: { a: 1 } }],
		[
			'JSON as octets',
			typed('application/octet-stream', '{"a":1}'),
			{ kind: 'data', value: { a: 1 } },
		],
		['JSON as a web page', typed('text/html', '{"a":1}'), { kind: 'data', value: { a: 1 } }],
		[
			'lines of JSON',
			typed('application/x-ndjson', '{"a":1}\n{"a":2}\n'),
			{ kind: 'data', value: [{ a: 1 }, { a: 2 }] },
		],
		...[
			'application/x-ndjson',
			'application/ndjson; charset=utf-8',
			'application/jsonl',
			'application/x-jsonlines',
			'application/json-lines',
		].map((type): [string, ServiceResponse, Content] => [
			`one line of JSON as ${type}`,
			typed(type, '{"a":1}\n'),
			{ kind: 'data', value: [{ a: 1 }] },
		]),
		[
			'a list on one line',
			typed('application/x-ndjson', '[{"a":1},{"a":2}]\n'),
			{ kind: 'data', value: [{ a: 1 }, { a: 2 }] },
		],
		[
			'an object over several lines under the type of lines',
			typed('application/x-ndjson', '{\n"a":1\n}'),
			{ kind: 'data', value: { a: 1 } },
		],
		['CSV', typed('text/csv; charset=utf-8', 'a\n1'), { kind: 'data', value: [{ a: '1' }] }],
		[
			'CSV by its other type',
			typed('application/csv', 'a\n1'),
			{ kind: 'data', value: [{ a: '1' }] },
		],
		[
			'CSV by its name',
			response('a\n1', {
				'content-type': 'application/octet-stream',
				'content-disposition': 'attachment; filename="export.csv"',
			}),
			{ kind: 'data', value: [{ a: '1' }] },
		],
		['text', typed('text/plain', 'All good'), { kind: 'text', text: 'All good' }],
		['nothing', response('', {}, 204), { kind: 'empty' }],
		[
			'nothing, accepted',
			response('', { 'content-type': 'application/json' }, 202),
			{ kind: 'empty' },
		],
		['spaces', typed('application/json', ' \n '), { kind: 'empty' }],
		[
			'a file',
			typed('application/pdf', '%PDF-1.4'),
			{
				kind: 'file',
				file: { bytes: Buffer.from('%PDF-1.4'), name: 'things.pdf', type: 'application/pdf' },
			},
		],
	])('%s', (_, sent, content) => {
		expect(read(sent)).toEqual(content);
	});

	it('one line of JSON with a state stays an object', () => {
		const sent = typed('application/x-ndjson', '{"status":"running"}\n');
		const content = runAtOnce(
			decode(sent, { request: request(), format: 'auto', mayHoldState: true }),
		);
		expect(content).toEqual({ kind: 'data', value: { status: 'running' } });
	});

	it('a JSON document of 10 MB', () => {
		const rows = Array.from({ length: 150_000 }, (_, id) => ({ id, name: 'x'.repeat(45) }));
		const text = JSON.stringify({ data: rows });
		expect(text.length).toBeGreaterThan(10_000_000);
		const content = read(typed('application/json', text));
		expect(JSON.stringify(content.kind === 'data' && content.value) === text).toBe(true);
	});
});

describe('the format that the user chose', () => {});

describe('broken JSON', () => {
	it.each([
		typed('application/json', '{"data":[{"id":1},{"id"'),
		typed('application/json', 'oops'),
		response('{"data":[{"id":1},'),
		typed('text/plain', '[1,2'),
		typed('application/x-ndjson', '{"a":1}\n{"a"'),
	])('is an error that says where it ends ($body)', (sent) => {
		const thrown = thrownBy(() => read(sent));
		expect(thrown).toBeInstanceOf(Failure);
		expect(thrown).toMatchObject({
			details: {
				message: 'The response to GET /things is incomplete or not valid JSON',
				description: expect.stringContaining(`ends with '${sent.body.toString()}'`),
				status: 200,
				request: 'GET /things',
			},
		});
	});

	it('names the line of a stream', () => {
		const thrown = thrownBy(() => read(typed('application/x-ndjson', '{"a":1}\n{"a"')));
		expect(thrown).toMatchObject({ details: { description: expect.stringMatching(/^line 2: /) } });
	});

	it('is an error for plain text and web pages too, if the user chooses JSON', () => {
		for (const sent of [typed('text/plain', 'fine'), typed('text/html', '<html></html>')]) {
			expect(thrownBy(() => read(sent, 'json'))).toMatchObject({
				details: { message: 'The response to GET /things is incomplete or not valid JSON' },
			});
		}
	});

	it('says how its last 40 characters read, without blanks at the end', () => {
		const sent = typed('application/json', `  {"a":"${'x'.repeat(99)}${'y'.repeat(40)}\n `);
		expect(thrownBy(() => read(sent))).toMatchObject({
			details: { description: expect.stringContaining(` ends with '${'y'.repeat(40)}'. If`) },
		});
	});
});

describe('a response that cannot be used', () => {
	const [broken, page] = [typed('application/json', '{"id":7'), typed('text/html', '<html>')];
	const rest = { kind: 'request', status: 200 };
	const cutOff = {
		message: expect.stringMatching(/ is incomplete or not valid JSON$/),
		code: 'RESPONSE_INCOMPLETE',
	};
	const shown = { outcomeUnknown: true, response: { data: '{"id":7' } };

	it.each<[string, ServiceResponse, Method, object]>([
		[
			'a read that is cut off may be repeated',
			...([broken, 'GET'] as const),
			{
				...{ ...cutOff, rerunAdvice: 'Run the workflow again.' },
				description: expect.stringMatching(
					/ It has 7 characters and ends with '\{"id":7'\. If this is the response that you expect, set 'Response Format' in Options > Requests to 'Text'\.$/,
				),
			},
		],
		[
			'a paid request that is cut off is shown, and names its job',
			...([broken, 'POST'] as const),
			{
				...{ ...cutOff, ...shown },
				description: expect.stringMatching(
					/ends with '\{"id":7'\. The request may have been processed and charged\. Check with the service before you send it again\. If this .*'Text'\. .*\b7\b/,
				),
			},
		],
		[
			'a web page would be the same if it were read again',
			...([page, 'GET'] as const),
			{
				message: 'The response to GET /things is a web page, not data',
				description: expect.stringMatching(
					/^Check 'Base URL' in .* API\. If you expect a web page, set 'Response Format' in Options > Requests to 'Text' or 'File'\.$/,
				),
			},
		],
	])('%s', (_, sent, method, details) => {
		expect(thrownBy(() => read(sent, 'auto', request(method)))).toHaveProperty('details', {
			...rest,
			request: `${method} /things`,
			...details,
		});
	});
});

describe('a web page', () => {
	const page = '<!DOCTYPE html><html><title>Welcome</title></html>';

	it.each(['Accepted', ' Accepted: 1 < 2 '])(
		'is not a text that only has the type of one: %j',
		(text) => {
			expect(read(typed('text/html', text))).toEqual({ kind: 'text', text });
			expect(read(typed('text/html', text), 'auto', request(), true).kind).toBe('text');
		},
	);

	it('is a file where documents are expected', () => {
		expect(read(typed('text/html', page), 'auto', request(), true)).toEqual({
			kind: 'file',
			file: { bytes: Buffer.from(page), name: 'things.html', type: 'text/html' },
		});
	});
});

describe('a text in an encoding', () => {
	const inJapanese = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0x83, 0x65, 0x22, 0x7d]);

	it('that Node knows is read by its label', () => {
		expect(read(typed('application/json; charset=Shift_JIS', inJapanese))).toEqual({
			kind: 'data',
			value: { a: '\u30c6' },
		});
	});

	it('in UTF-16 is text, even without a content type', () => {
		const body = Buffer.from('\uFEFFa,b\r\n1,2', 'utf16le');
		expect(read(response(body))).toEqual({ kind: 'text', text: 'a,b\r\n1,2' });
	});

	it('that Node does not know still returns the id of a job', () => {
		const body = Buffer.concat([
			Buffer.from('{"id":"job-1","x":"'),
			Buffer.from([0x83]),
			Buffer.from('"}'),
		]);
		const sent = typed('application/json; charset=x-unheard-of', body);
		const context = { request: request('POST'), format: 'auto' as const, mayHoldState: true };
		expect(runAtOnce(decode(sent, context))).toMatchObject({
			kind: 'data',
			value: { id: 'job-1' },
		});
	});
});

it.each([
	['lists', '[', ']'],
	['objects', '{"a": ', '}'],
	['both', '{"a":[', ']}'],
])('a response that is nested too deeply says so: %s', (_, open, close) => {
	const nested = (depth: number) =>
		typed('application/json', `${open.repeat(depth)}1${close.repeat(depth)}`);
	expect(thrownBy(() => read(nested(2_000)))).toMatchObject({
		details: {
			message: 'The response to GET /things is incomplete or not valid JSON',
			description: expect.stringContaining('It is nested too deeply.'),
		},
	});
	expect(read(nested(500))).toMatchObject({ kind: 'data' });
});

it('a table with a quote that is not closed is incomplete', () => {
	expect(thrownBy(() => read(typed('text/csv', 'a,b\n1,"x\n3,4\n')))).toMatchObject({
		details: {
			message: 'The response to GET /things is incomplete or not valid CSV',
			description: expect.stringContaining('The quote in line 2 is not closed.'),
		},
	});
});
