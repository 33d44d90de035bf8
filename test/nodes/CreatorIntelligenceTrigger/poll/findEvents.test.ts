import { findEvents } from '../../../../nodes/CreatorIntelligenceTrigger/poll/poll';
import {
	processMemory,
	TriggerMemory,
} from '../../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';
import type {
	ScreeningRecord,
	State,
	SubmittedJob,
} from '../../../../nodes/CreatorIntelligenceTrigger/memory/State';
import { json } from '../../shared/responses';
import { idIn, NOW, pollOf, stateOf, submissionOf, type Situation } from '../polls';

const job = (id: number, more: Partial<SubmittedJob> = {}): SubmittedJob => ({
	id,
	path: '/screening',
	at: id,
	...more,
});

/** One poll of a service all of whose jobs have finished, with the IDs of those that it read. */
async function find(situation: Situation, status: (id: string) => string = () => 'DONE') {
	const { poll, requests } = pollOf(
		(request) =>
			request.method === 'POST'
				? json({ id: 'new' })
				: json(request.url.includes('/contents') ? [] : { status: status(idIn(request)) }),
		situation,
	);
	const found = await findEvents(poll);
	const read = requests.filter(({ url }) => /screening\/\w+$/.test(url)).map(idIn);
	const emitted = found.items.map((item) => (item.json.job as { id: unknown }).id);
	return { ...found, poll, read, emitted, requests };
}

const batchBy = (by: string) => ({ by, jobs: ['screening/a', 'screening/7'], screenings: {} });
const byMe = batchBy(processMemory.id);
const byAnother = batchBy('another');

describe('listed jobs', () => {
	const listing = (ids: string[], state: Partial<State> = {}): Situation => ({
		parameters: { ids },
		state: stateOf(state),
	});

	it('are emitted when they have ended, and saved as emitted by this process', async () => {
		const found = await find(listing(['a', 'b', 'c']), (id) => (id === 'b' ? 'PENDING' : 'DONE'));
		expect(found.emitted).toEqual(['a', 'c']);
		expect(found.state).toMatchObject({
			emitted: [],
			batch: { by: processMemory.id, jobs: ['screening/a', 'screening/c'] },
		});
		expect([found.toSave, found.submitted]).toEqual([[], []]);
	});

	it('that were emitted are not read again, and forgotten once they are not listed', async () => {
		const emitted = ['screening/a', 'screening/gone'];
		const found = await find(listing(['a', 'b'], { emitted }));
		expect(found.read).toEqual(['b']);
		expect(found.state).toMatchObject({
			emitted: ['screening/a'],
			batch: { jobs: ['screening/b'] },
		});
	});

	it('are other jobs after another job type was chosen, even with the same IDs', async () => {
		const found = await find(listing(['a'], { emitted: ['email-lookup/a'] }));
		expect(found.emitted).toEqual(['a']);
		expect(found.state.emitted).toEqual([]);
	});
});

describe('jobs that the trigger submitted', () => {
	const submissions = {
		...{ last: NOW, requestFingerprint: 'r1' },
		watched: [job(7, { at: NOW }), job(8)],
	};

	it('are emitted, and marked as such until that is certain', async () => {
		const found = await find({ state: stateOf({ submissions }) }, (id) =>
			id === '8' ? 'PENDING' : 'DONE',
		);
		expect(found.emitted).toEqual([7]);
		expect(found.state).toMatchObject({
			submissions,
			emitted: [],
			batch: { by: processMemory.id, jobs: ['screening/7'] },
		});
	});

	it('that have failed and may recover are marked, and those with another outcome forgotten', async () => {
		const finished = await find(
			{ state: stateOf({ submissions }), parameters: { outcome: 'finished' } },
			(id) => (id === '7' ? 'FAILED' : 'PENDING'),
		);
		// They were submitted just now; after a day they are given up.
		expect(finished.state.submissions.watched).toEqual([job(7, { at: NOW, failed: true }), job(8)]);
		const failed = await find({
			state: stateOf({ submissions }),
			parameters: { outcome: 'failed' },
		});
		expect(failed.state.submissions.watched).toEqual([]);
	});

	it('are read and emitted once, whether they are listed, too, or have the ID of an earlier one', async () => {
		const watched = [job(7), job(7, { at: NOW })];
		const found = await find({
			parameters: { ids: [7] },
			state: stateOf({ submissions: { ...submissions, watched } }),
		});
		expect([found.read, found.emitted]).toEqual([['7'], [7]]);
		const next = await find({ parameters: { ids: [7] }, state: found.state });
		expect([next.emitted, next.state.submissions.watched]).toEqual([[], []]);
	});

	it('are watched from the poll that submits them', async () => {
		const found = await find({ parameters: { submission: submissionOf() } }, () => 'PENDING');
		expect(found.read).toEqual(['new']);
		expect(found.submitted).toHaveLength(1);
		expect(found.toSave).toEqual(['submitted']);
		expect(found.state.submissions.watched).toMatchObject([{ id: 'new' }]);
	});

	it('whose outcome is unknown are reported', async () => {
		const { poll } = pollOf(({ method }) => json({}, method === 'POST' ? 500 : 200), {
			parameters: { submission: submissionOf() },
		});
		const { failure, submitted } = await findEvents(poll);
		expect(failure?.message).toContain('may have been submitted');
		expect(submitted).toHaveLength(1);
	});

	it('of a type that is gone stay in the state', async () => {
		const watched = [job(1, { path: '/gone' })];
		const found = await find({ state: stateOf({ submissions: { ...submissions, watched } }) });
		expect(found.read).toEqual([]);
		expect(found.state.submissions.watched).toEqual(watched);
	});
});

describe('the last batch', () => {
	const seen: ScreeningRecord = {
		...{ rating: 'LOW', fingerprint: 'f', flaggedCount: 0 },
		...{ seenAt: 1, changes: 1 },
	};
	const state = (batch: State['batch']) =>
		stateOf({ submissions: { last: NOW, watched: [job(7)] }, batch });

	it.each<[string, State['batch'], boolean, boolean, string[]]>([
		['of this process reached n8n, which is saved', byMe, false, true, ['emitted']],
		['of a process that is gone is emitted again', byAnother, false, false, []],
		['of any process reached n8n, if polls come from its queue', byAnother, true, true, []],
		['of this process, too', byMe, true, true, []],
	])('%s', async (_, batch, isFromQueue, isConfirmed, toSave) => {
		const found = await find({ parameters: { ids: ['a'] }, state: state(batch), isFromQueue });
		expect(found.emitted).toEqual(isConfirmed ? [] : ['a', 7]);
		expect(found.toSave).toEqual(toSave);
		expect(found.state.submissions.watched).toEqual(isConfirmed ? [] : [job(7)]);
		expect(found.state.batch?.by).toBe(isConfirmed ? undefined : processMemory.id);
	});

	it.each<[string, string[], boolean]>([
		[processMemory.id, ['emitted'], true],
		['another', ['firstSeen'], false],
	])('of screenings, by %s', async (by, toSave, isConfirmed) => {
		const found = await find(
			{
				parameters: { event: 'screeningChanged', ids: ['s'] },
				state: state({ by, jobs: [], screenings: { 'screening/s': seen } }),
			},
			() => (isConfirmed ? 'PENDING' : 'DONE'),
		);
		expect(found.toSave).toEqual(toSave);
		expect(found.state.screenings['screening/s'] === seen).toBe(isConfirmed);
		expect(found.state.batch).toBeUndefined();
	});
});

it('screenings that changed are saved as a batch', async () => {
	const found = await find({
		parameters: { event: 'screeningChanged', ids: ['s'], emitFirst: true },
	});
	expect(found.emitted).toEqual(['s']);
	expect(found.state).toMatchObject({
		screenings: {},
		batch: { by: processMemory.id, jobs: [], screenings: { 'screening/s': { changes: 1 } } },
	});
});

describe('an activation', () => {
	const memoryOf = () => {
		const memory = new TriggerMemory();
		memory.lastRejection = { requestFingerprint: 'r1', at: NOW };
		return memory;
	};

	it.each([
		[true, 1],
		[false, 0],
	])('sends a request that was rejected again: %s', async (isActivation, count) => {
		const { requests } = await find({
			...{ isActivation, memory: memoryOf() },
			parameters: { submission: submissionOf() },
		});
		expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(count);
	});

	it.each<[string, Situation, number]>([
		['before a request is due', { isActivation: true }, 1],
		['with later polls', {}, 0],
	])('checks the service and its token: %s', async (_, situation, count) => {
		const submissions = { last: NOW, requestFingerprint: 'r1', watched: [] };
		const { requests } = await find({
			...situation,
			parameters: { submission: submissionOf() },
			state: stateOf({ submissions }),
		});
		expect(requests).toHaveLength(count);
	});
});
