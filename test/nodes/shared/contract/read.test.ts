import { parseContract } from '../../../../nodes/shared/contract/parse';
import { stateBy, valueAtPath, type Source } from '../../../../nodes/shared/contract/read';
import type { EndpointContract } from '../../../../nodes/shared/contract/contract';
import { overrides } from '../recognition/overrides';

const LABEL = 'GET /a/{id}';
const pieceOf = (piece: object) =>
	parseContract({ version: 1, endpoints: { [LABEL]: piece } }).get(LABEL) as EndpointContract & {
		state: NonNullable<EndpointContract['state']>;
	};
const source = (value: unknown, status = 200): Source => ({ value, headers: {}, status });

const piece = pieceOf({
	reason: 'error.text',
	state: {
		path: ['job.word', 'job.ok', '', 'headers.:status'],
		pending: ['queued', '202', ''],
		finished: ['done', '[]', 'over'],
		failed: ['broken', 'false', 'over'],
	},
});

describe('the state by a contract', () => {
	it.each<[unknown, number, object]>([
		[{ job: { word: 'queued' } }, 200, { state: 'pending', rawState: 'queued', path: 'job.word' }],
		[{ job: { word: 'done', ok: true } }, 200, { state: 'finished', rawState: 'done' }],
		[{ job: { word: 'done', ok: false } }, 200, { state: 'failed', rawState: 'done (ok: false)' }],
		[{ job: { word: 'done', ok: 'queued' } }, 200, { state: 'pending', rawState: 'done (queued)' }],
		[{ job: { word: 'queued', ok: false } }, 200, { state: 'failed' }],
		[{ job: { word: 'done' } }, 202, { state: 'finished' }],
		[{ job: {} }, 202, { state: 'pending', rawState: null, path: 'headers.:status' }],
		[{ job: { word: 'over' } }, 200, { state: 'finished' }],
		[{ job: { word: 'over' }, error: { text: 'No' } }, 200, { state: 'failed', reason: 'No' }],
		[[], 200, { state: 'finished', rawState: null, path: '' }],
		['', 200, { state: 'pending', rawState: null }],
		['done', 200, { state: 'finished', rawState: 'done' }],
		[{ job: { word: 'Done' } }, 200, { kind: 'unknownWord', word: 'Done' }],
		[{ job: { word: 7 } }, 200, { kind: 'unknownWord', word: '7' }],
		[{ job: { word: 'done', ok: 'hm' } }, 200, { kind: 'unknownWord', word: 'hm' }],
		[{ status: 'done' }, 200, { kind: 'missing' }],
		[{ job: { word: null, ok: true } }, 200, { kind: 'missing' }],
		[null, 200, { kind: 'missing' }],
	])('%j, %i', (value, status, read) => {
		expect(stateBy(piece, source(value, status), overrides())).toMatchObject(read);
	});

	it('uses the words of the user before its own', () => {
		const own = overrides({ failedStates: ['Done'], finishedStates: ['strange'] });
		const stateOf = (word: string) => stateBy(piece, source({ job: { word } }), own);
		expect(stateOf('done')).toMatchObject({ state: 'failed' });
		expect(stateOf('strange')).toMatchObject({ state: 'finished' });
	});
});

describe('a path', () => {
	it.each<[string, unknown]>([
		['@odata.nextLink', 'x'],
		['list.1.a', 2],
		['list.length', undefined],
		['toString', undefined],
		['__proto__.a', undefined],
		['headers.x-id', 'h'],
		['Headers.X-ID', 'h'],
		['headers.constructor', undefined],
	])('%s', (path, value) => {
		const body = { '@odata.nextLink': 'x', list: [{ a: 1 }, { a: 2 }] };
		expect(valueAtPath({ value: body, headers: { 'x-id': 'h' } }, path)).toEqual(value);
	});
});
