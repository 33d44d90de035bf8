import {
	findEvents,
	stillWatched,
} from '../../../../nodes/CreatorIntelligenceTrigger/poll/findEvents';
import { submittedName } from '../../../../nodes/CreatorIntelligenceTrigger/watch/Target';
import {
	processMemory,
	TriggerMemory,
} from '../../../../nodes/CreatorIntelligenceTrigger/memory/process/ProcessMemory';
import type {
	SeenScreening,
	State,
	SubmittedJob,
} from '../../../../nodes/CreatorIntelligenceTrigger/memory/saved/State';
import { json } from '../../shared/responses';
import { idIn, NOW, pollOf, stateOf, submissionOf, type Situation } from '../polls';

const job = (id: number, more: Partial<SubmittedJob> = {}): SubmittedJob => ({
	id,
	path: '/screening',
	at: id,
	...more,
});

describe('submitted jobs', () => {
	it('are watched until they are emitted, or end unwanted', () => {
		const watched = [job(1), job(2), job(3), job(4)];
		const ended = new Map([
			[submittedName(job(2)), 'emitted' as const],
			[submittedName(job(3)), 'unwanted' as const],
			[submittedName(job(4)), 'mayRecover' as const],
		]);
		expect(stillWatched(watched, ended)).toEqual([
			job(1),
			job(2, { emitted: true }),
			job(4, { failed: true }),
		]);
	});

	it('that have failed: the newest hundred are watched', () => {
		const failed = Array.from({ length: 103 }, (_, id) => job(id, { failed: true }));
		const others = [job(200), job(201, { failed: true, emitted: true }), job(202)];
		const kept = stillWatched([...others, ...failed], new Map());
		expect(kept).toEqual([...others, ...failed.slice(3)]);
		expect(stillWatched(failed.slice(0, 100), new Map())).toHaveLength(100);
	});
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
	const emitted = found.finished.map((item) => (item.json.job as { id: unknown }).id);
	return { ...found, poll, read, emitted, requests };
}

const byMe = { by: processMemory.id, ids: ['a'] };
const byAnother = { by: 'another', ids: ['a'] };

describe('listed jobs', () => {
	const listing = (ids: string[], state: Partial<State> = {}): Situation => ({
		parameters: { ids },
		state: stateOf(state),
	});

	it('are emitted when they have ended, and saved as emitted by this process', async () => {
		const found = await find(listing(['a', 'b', 'c']), (id) => (id === 'b' ? 'PENDING' : 'DONE'));
		expect(found.emitted).toEqual(['a', 'c']);
		expect(found.state).toMatchObject({
			jobs: { path: '/screening', emitted: ['a', 'c'] },
			batch: { by: processMemory.id, ids: ['a', 'c'] },
		});
		expect([found.toSave, found.submitted]).toEqual([[], []]);
	});

	it('that were emitted are not read again, and forgotten once they are not listed', async () => {
		const jobs = { path: '/screening', emitted: ['a', 'gone'] };
		const found = await find(listing(['a', 'b'], { jobs }));
		expect(found.read).toEqual(['b']);
		expect(found.state).toMatchObject({
			jobs: { emitted: ['a', 'b'] },
			batch: { ids: ['b'] },
		});
	});

	it('are other jobs after another job type was chosen, even with the same IDs', async () => {
		const jobs = { path: '/email-lookup', emitted: ['a'] };
		const found = await find(listing(['a'], { jobs }));
		expect(found.emitted).toEqual(['a']);
		expect(found.state.jobs).toEqual({ path: '/screening', emitted: ['a'] });
	});

	it('leave nothing to emit again if none was emitted', async () => {
		const found = await find(listing(['a']), () => 'PENDING');
		expect(found.state.batch).toBeUndefined();
	});
});

describe('jobs that the trigger submitted', () => {
	const submissions = { last: NOW, requestFingerprint: 'r1', watched: [job(7), job(8)] };

	it('are emitted, and marked as such until that is certain', async () => {
		const found = await find({ state: stateOf({ submissions }) }, (id) =>
			id === '8' ? 'PENDING' : 'DONE',
		);
		expect(found.emitted).toEqual([7]);
		expect(found.state).toMatchObject({
			submissions: { ...submissions, watched: [job(7, { emitted: true }), job(8)] },
			jobs: { emitted: [] },
			batch: { by: processMemory.id, ids: [] },
		});
	});

	it('are read before those that are listed', async () => {
		const { read } = await find({ parameters: { ids: ['a'] }, state: stateOf({ submissions }) });
		expect(read).toEqual(['7', '8', 'a']);
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
	const seen: SeenScreening = {
		...{ rating: 'LOW', resultFingerprint: 'r', listFingerprint: 'l', flaggedCount: 0 },
		...{ seenAtSeconds: 1, changes: 1 },
	};
	const state = (batch: State['batch']) =>
		stateOf({
			jobs: { path: '/screening', emitted: ['a'] },
			submissions: { last: NOW, watched: [job(7, { emitted: true })] },
			screenings: { seen: new Map([['s', seen]]), before: new Map([['s', null]]) },
			batch,
		});

	it.each<[string, State['batch'], boolean, boolean, string[]]>([
		['of this process reached n8n, which is saved', byMe, false, true, ['emitted']],
		['of a process that is gone is emitted again', byAnother, false, false, []],
		['of any process reached n8n, if polls come from its queue', byAnother, true, true, []],
		['of this process, too', byMe, true, true, []],
	])('%s', async (_, batch, isFromQueue, isConfirmed, toSave) => {
		const found = await find({ parameters: { ids: ['a'] }, state: state(batch), isFromQueue });
		expect(found.emitted).toEqual(isConfirmed ? [] : [7, 'a']);
		expect(found.toSave).toEqual(toSave);
		expect(found.state.submissions.watched).toEqual(isConfirmed ? [] : [job(7, { emitted: true })]);
		expect(found.state.batch).toEqual(isConfirmed ? undefined : byMe);
	});

	it.each<[State['batch'], string[], boolean]>([
		[byMe, ['emitted'], true],
		[byAnother, ['firstSeen'], false],
	])('of screenings, %j', async (batch, toSave, isConfirmed) => {
		const found = await find(
			{ parameters: { event: 'screeningChanged', ids: ['s'] }, state: state(batch) },
			() => (isConfirmed ? 'PENDING' : 'DONE'),
		);
		expect(found.toSave).toEqual(toSave);
		expect(found.state.screenings.seen.get('s') === seen).toBe(isConfirmed);
		expect(found.state.screenings.before.size).toBe(0);
	});

	it('of another poll is not touched where there is none', async () => {
		const found = await find({ parameters: { ids: ['a'] }, state: state(undefined) });
		expect([found.emitted, found.toSave]).toEqual([[7], []]);
	});
});

describe('screenings that changed', () => {
	it('are saved with what was seen before', async () => {
		const found = await find({
			parameters: { event: 'screeningChanged', ids: ['s'], emitFirst: true },
		});
		expect(found.emitted).toEqual(['s']);
		expect(found.state).toMatchObject({ batch: { by: processMemory.id, ids: [] } });
		expect([...found.state.screenings.before]).toEqual([['s', null]]);
	});

	it('submit nothing', async () => {
		const submission = submissionOf();
		const { requests } = await find({
			parameters: { event: 'screeningChanged', ids: ['s'], submission },
		});
		expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
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

	it('sends nothing where nothing is submitted or listed', async () => {
		expect((await find({ isActivation: true })).requests).toEqual([]);
	});
});
