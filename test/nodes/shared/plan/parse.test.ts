import { ENDPOINTS } from '../../../../nodes/endpoints';
import { toDocument } from '../../../../nodes/shared/plan/plan';
import { parseContract, readContract, validEntries } from '../../../../nodes/shared/plan/parse';

const LABEL = 'GET /screening/{id}';
const withPiece = (piece: unknown) => JSON.stringify({ version: 1, endpoints: { [LABEL]: piece } });
const problemOf = (entered: unknown): string => {
	try {
		parseContract(entered, ENDPOINTS);
		return '';
	} catch (error) {
		return (error as Error).message.replace(/^.*cannot be used: /, '');
	}
};

describe('a contract', () => {
	const piece = {
		id: ['id', 'headers.location'],
		reason: 'error.message',
		rows: '',
		state: { path: ['status', 'headers.:status'], pending: ['queued', '202'], finished: 'done' },
		next: { scheme: 'page', name: 'page', first: 0, total: 'meta.total' },
		fields: { profile_url: 'url', 'follower_count.min': 'followers.gte' },
	};

	it('is serialized as it is parsed', () => {
		expect(toDocument(parseContract(withPiece(piece), ENDPOINTS))).toEqual({
			version: 1,
			endpoints: { [LABEL]: piece },
		});
	});

	it('is read as the JSON view of n8n shows its text: escaped, with and without quotes', () => {
		const shown = JSON.stringify(withPiece(piece));
		for (const entered of [shown, shown.slice(1, -1)]) {
			expect(parseContract(entered, ENDPOINTS)).toEqual(parseContract(withPiece(piece), ENDPOINTS));
		}
	});

	it('accepts an object from an expression, numbers and flags as words, and an empty text as none', () => {
		const state = { path: 'code', pending: [0, 1], finished: true };
		const entered = { version: 1, endpoints: { [LABEL]: { state } } };
		const contract = readContract({ responseContract: entered, strictContract: 'true' });
		expect(contract?.plans.get(LABEL)?.state).toMatchObject({
			pending: ['0', '1'],
			finished: ['true'],
		});
		expect(contract?.strict).toBe(true);
		expect(readContract({ responseContract: ' ' })).toBeUndefined();
	});

	it.each<[unknown, string]>([
		['{"version": 1,\n  "endpoints": {,}}', 'line 2, column 17 is not valid JSON'],
		['{"version": 1', 'line 1, column 14 is not valid JSON'],
		['[]', 'is not an object'],
		['{"endpoints": {}}', 'version is missing; this package supports version 1'],
		['{"version": 2, "endpoints": {}}', 'version is 2; this package supports version 1'],
		['{"version": 1}', 'endpoints is not an object'],
		[
			'{"version": 1, "endpoints": {}, "more": 1}',
			'more is not allowed here; use version, endpoints',
		],
		[
			'{"version": 1, "endpoints": {"POST /nope": {}}}',
			'endpoints["POST /nope"] is not an endpoint',
		],
		['{"version": 1, "endpoints": {"__proto__": {}}}', 'endpoints["__proto__"] is not an endpoint'],
	])('%.60j: %s', (entered, problem) => {
		expect(problemOf(entered)).toContain(problem);
	});

	it.each<[unknown, string]>([
		[[], ' is not an object'],
		[{ ID: 'id' }, '.ID is not allowed here'],
		[JSON.parse('{"__proto__": "id"}'), '.__proto__ is not allowed here'],
		[{ id: 7 }, '.id is not a name or a path'],
		[{ id: [] }, '.id is empty'],
		[{ id: ['id', ['id']] }, '.id[1] is not a name or a path'],
		[{ id: 'headers.location /(a+)+$/' }, '.id is not the path of a header'],
		[{ id: 'headers.' }, '.id is not the path of a header'],
		[{ state: { pending: 'x' } }, '.state.path is missing'],
		[
			{ state: { path: 'a', pending: [{}] } },
			'.state.pending[0] is not a string, number or boolean',
		],
		[
			{ state: { path: 'a', pending: 'x', failed: 'x' } },
			".state has 'x' as both pending and ended",
		],
		[
			{ state: { path: 'a', finished: 'x', failed: 'x' } },
			".state has 'x' as both finished and failed",
		],
		[{ next: { path: 'a' } }, '.next.scheme is missing'],
		[{ next: { scheme: 'auto' } }, '.next.scheme is not one of'],
		[{ next: { scheme: 'cursor', path: 'a' } }, ".next.name is missing for 'cursor'"],
		[{ next: { scheme: 'page', name: 'p', first: 2 } }, '.next.first is not one of 0, 1'],
		[{ fields: { a: 'x', b: 'x' } }, ".fields sends two fields as 'x'"],
		[{ fields: { a: 1 } }, '.fields.a is not a name'],
	])('%.60j has an error: %s', (given, problem) => {
		expect(problemOf(withPiece(given))).toContain(`endpoints["${LABEL}"]${problem}`.slice(0, 100));
	});

	it('holds no entry that is empty, or that it could not hold', () => {
		expect(validEntries({ id: ['a'], cost: [], link: ['a..b'] })).toEqual({ id: ['a'] });
	});

	it.each(['a..b', '.a', '__proto__', 'a.constructor.b', 'a. .b'])(
		'rejects the path %s',
		(path) => {
			expect(problemOf(withPiece({ rows: path }))).toMatch(/endpoints.*rows/);
		},
	);
});
