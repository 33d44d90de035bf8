import type { JobOperation } from '../../../../nodes/shared/catalogue/types';
import { jobOfType } from '../../../../nodes/CreatorIntelligenceTrigger/catalogue';
import type { Parameters } from '../../../../nodes/CreatorIntelligenceTrigger/parameters/readParameters';
import { TriggerMemory } from '../../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';
import { watchJobs } from '../../../../nodes/CreatorIntelligenceTrigger/watch/watchJobs';
import { json, response } from '../../shared/responses';
import { idIn, NOW, pollOf, screening, stateOf, type Situation } from '../polls';

const DAY = 24 * 60 * 60 * 1_000;
const creatorExport = jobOfType('creatorExport');
/** Jobs that the trigger submitted, of this age. */
const submitted = (id: string, ageMs: number) =>
	stateOf({ submissions: { watched: [{ id, path: '/screening', at: NOW - ageMs }] } });
const listing = (ids: string[], operation: JobOperation = screening) => ({ ids, operation });

/** Reads the jobs, and returns the IDs of those that are emitted. */
async function watch({ poll }: ReturnType<typeof pollOf>) {
	const result = await watchJobs(poll);
	const ids = result.items.map(({ json: { job } }) => (job as { id: unknown }).id);
	return { ...result, emitted: [...new Set(ids)], watched: result.state.submissions.watched };
}

/** Each ID is the state of its job, or the status of the response. */
const byId = (situation?: Situation) =>
	pollOf((request) => {
		const id = idIn(request);
		return Number(id) > 0 ? json({ message: 'No' }, Number(id)) : json({ status: id });
	}, situation);

describe('a job that has ended', () => {
	it.each<[Parameters['outcome'], string[]]>([
		['any', ['DONE', 'FAILED']],
		['finished', ['DONE']],
		['failed', ['FAILED']],
	])('is emitted where the user selected it: %s', async (outcome, ids) => {
		const parameters = { ...listing(['DONE', 'PENDING', 'FAILED']), outcome };
		expect((await watch(byId({ parameters }))).emitted).toEqual(ids);
	});

	it.each<[string, number, number]>([
		['is watched for a day, as it may finish after all', DAY - 1, 1],
		['is given up after a day', DAY, 0],
	])('with a failure %s', async (_, ageMs, count) => {
		const state = submitted('FAILED', ageMs);
		const { emitted, watched } = await watch(byId({ parameters: { outcome: 'finished' }, state }));
		expect(emitted).toEqual([]);
		expect(watched).toHaveLength(count);
	});

	it('in a way that the user did not select is read once, until the user selects it', async () => {
		const memory = new TriggerMemory();
		const read = async (outcome: Parameters['outcome']) => {
			const poll = byId({ memory, parameters: { ...listing(['DONE']), outcome } });
			if (outcome === 'any') memory.startOver();
			await watch(poll);
			return poll.requests.length;
		};
		expect([await read('failed'), await read('failed'), await read('any')]).toEqual([1, 0, 1]);
	});

	it('and was submitted by the trigger is read until the state without it is saved', async () => {
		const memory = new TriggerMemory();
		for (let polls = 0; polls < 2; polls++) {
			const state = submitted('DONE', DAY);
			const poll = byId({ memory, parameters: { outcome: 'failed' }, state });
			expect((await watch(poll)).watched).toEqual([]);
			expect(poll.requests).toHaveLength(1);
		}
	});
});

describe('a job that cannot be read', () => {
	it('is named, whatever its age, where the user listed it', async () => {
		const { emitted, unreadable } = await watch(byId({ parameters: listing(['404']) }));
		expect([emitted, unreadable]).toMatchObject([[], [{ target: { id: '404' } }]]);
	});

	it.each<[string, string, number, string[]]>([
		['rejected for less than a day', '404', DAY - 1, []],
		['rejected for a day', '404', DAY, ['404']],
		['not the only one that the token may not access', '403', DAY, []],
		['in an outage', '503', DAY, []],
	])('and was submitted by the trigger: %s', async (_, id, ageMs, ids) => {
		const { emitted, unreadable } = await watch(byId({ state: submitted(id, ageMs) }));
		expect(emitted).toEqual(ids);
		expect(unreadable).toHaveLength(ids.length === 0 && id !== '503' ? 1 : 0);
	});

	it.each([
		['404', 'The screening 404 cannot be read: '],
		['422', 'The screening 422 cannot be read: '],
	])('with the status %s is emitted with the reason', async (id, message) => {
		const { items } = await watch(byId({ state: submitted(id, DAY) }));
		expect(items).toMatchObject([
			{
				json: {
					message: expect.stringMatching(new RegExp(`^${message}.`)),
					job: {
						...{ type: 'screening', id, state: 'failed', rawState: null },
						submittedAt: new Date(NOW - DAY).toISOString(),
						eventId: `screening/${id}/failed`,
					},
				},
			},
		]);
	});
});

describe('jobs', () => {
	it('are read in their order, beginning with those that the last poll did not get to', async () => {
		const memory = new TriggerMemory();
		memory.nextTarget = 'screening/b';
		const poll = pollOf(() => json({ status: 'PENDING' }), {
			...{ memory, parameters: listing(['a', 'b', 'c']) },
		});
		await watch(poll);
		expect(poll.requests.map(idIn)).toEqual(['b', 'c', 'a']);
		expect(memory.nextTarget).toBeUndefined();
	});

	it('are all read where each second response fails', async () => {
		let count = 0;
		const poll = pollOf(() => json({ status: 'PENDING' }, count++ % 2 ? 503 : 200), {
			parameters: listing(['a', 'b', 'c', 'd', 'e', 'f', 'g']),
		});
		await watch(poll);
		expect(poll.requests).toHaveLength(7);
	});

	it('are left for the next poll after three failures in a row', async () => {
		const poll = pollOf(() => json({}, 503), {
			parameters: listing(['a', 'b', 'c', 'd', 'e']),
		});
		await watch(poll);
		expect(poll.requests.map(idIn)).toEqual(['a', 'b', 'c']);
		expect(poll.poll.memory.nextTarget).toBe('screening/d');
	});
});

describe('one execution', () => {
	const many = listing(Array.from({ length: 502 }, (_, at) => String(at)));

	it('has 500 jobs at most; the next poll begins with the others', async () => {
		const poll = pollOf(() => json({ status: 'DONE' }), { parameters: many });
		expect((await watch(poll)).items).toHaveLength(500);
		expect(poll.poll.memory.nextTarget).toBe('screening/500');
	});

	it('ends with the job that has 20,000 items', async () => {
		const rows = Array.from({ length: 19_999 }, (_, n) => ({ n }));
		const poll = pollOf(
			(request) => json({ status: 'DONE', data: idIn(request) === 'a' ? rows : [{ n: 1 }] }),
			{ parameters: listing(['a', 'b', 'c'], creatorExport) },
		);
		expect((await watch(poll)).emitted).toEqual(['a', 'b']);
		expect(poll.poll.memory.nextTarget).toBe('discovery-export/c');
	});
});

describe('a result that takes longer than a poll', () => {
	const parameters = listing(['a'], creatorExport);
	const page = json({ status: 'DONE', data: [{ n: 1 }, { n: 2 }], next_cursor: 'x' });
	const endless = (situation: Situation) => {
		const given = pollOf(({ url }) => (url.includes('cursor') ? given.outOfTime() : page), {
			parameters,
			...situation,
		});
		return given;
	};

	it('is put off once, then emitted as far as it was read, and so on', async () => {
		const memory = new TriggerMemory();
		for (const isEmitted of [false, true, false, true]) {
			const { items, unreadable } = await watch(endless({ memory }));
			expect(unreadable).toEqual([]);
			expect(memory.nextTarget).toBe(isEmitted ? undefined : 'discovery-export/a');
			const job = { id: 'a', partial: true };
			expect(items).toMatchObject(isEmitted ? [1, 2].map((n) => ({ json: { n, job } })) : []);
		}
	});

	it('is emitted with the file that it has', async () => {
		const files = { downloadFile: true, includeComments: true };
		const given = pollOf(
			({ url }) => {
				if (url.includes('/comments')) return given.outOfTime();
				if (url.endsWith('.pdf'))
					return response('%PDF-1.7', { 'content-type': 'application/pdf' });
				return json({ status: 'DONE', report_url: 'https://api.example.com/r.pdf' });
			},
			{ options: files, parameters: listing(['a'], jobOfType('purchaseIntent')) },
		);
		given.poll.memory.nextTarget = 'purchase-intent/a';
		expect((await watch(given)).items).toMatchObject([{ file: { type: 'application/pdf' } }]);
	});
});
