import { reasonsToSave } from '../../../../nodes/CreatorIntelligenceTrigger/poll/errorsAndLog';
import { findEvents } from '../../../../nodes/CreatorIntelligenceTrigger/poll/poll';
import { processMemory } from '../../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';
import type {
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

	it('that were emitted are not read again, and forgotten once they are not listed', async () => {
		const emitted = ['screening/a', 'screening/gone'];
		const found = await find(listing(['a', 'b'], { emitted }));
		expect(found.read).toEqual(['b']);
		expect(found.state).toMatchObject({
			emitted: ['screening/a'],
			batch: { jobs: ['screening/b'] },
		});
	});
});

describe('jobs that the trigger submitted', () => {
	const submissions = {
		...{ last: NOW, requestFingerprint: 'r1' },
		watched: [job(7, { at: NOW }), job(8)],
	};

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

	it('of a type that is gone stay in the state', async () => {
		const watched = [job(1, { path: '/gone' })];
		const found = await find({ state: stateOf({ submissions: { ...submissions, watched } }) });
		expect(found.read).toEqual([]);
		expect(found.state.submissions.watched).toEqual(watched);
	});
});

describe('the last batch', () => {
	const state = (batch: State['batch']) =>
		stateOf({ submissions: { last: NOW, watched: [job(7)] }, batch });

	it.each<[string, State['batch'], boolean, boolean, string[]]>([
		[
			'of this process reached n8n, which is saved',
			byMe,
			false,
			true,
			['the last results were emitted'],
		],
		['of a process that is gone is emitted again', byAnother, false, false, []],
		['of any process reached n8n, if polls come from its queue', byAnother, true, true, []],
		['of this process, too', byMe, true, true, []],
	])('%s', async (_, batch, isFromQueue, isConfirmed, toSave) => {
		const found = await find({ parameters: { ids: ['a'] }, state: state(batch), isFromQueue });
		expect(found.emitted).toEqual(isConfirmed ? [] : ['a', 7]);
		expect(reasonsToSave(found.poll, found.state)).toEqual(toSave);
		expect(found.state.submissions.watched).toEqual(isConfirmed ? [] : [job(7)]);
		expect(found.state.batch?.by).toBe(isConfirmed ? undefined : processMemory.id);
	});
});

describe('an activation', () => {
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
