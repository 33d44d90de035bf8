import { jobOfType } from '../../../../nodes/CreatorIntelligenceTrigger/catalogue';
import {
	targetName,
	targetOf,
	type Target,
} from '../../../../nodes/CreatorIntelligenceTrigger/watch/Target';
import {
	watchJobs,
	type EndedJob,
} from '../../../../nodes/CreatorIntelligenceTrigger/watch/watchJobs';
import type { WantedOutcome } from '../../../../nodes/CreatorIntelligenceTrigger/parameters/readParameters';
import { TriggerMemory } from '../../../../nodes/CreatorIntelligenceTrigger/memory/process/ProcessMemory';
import { json, response } from '../../shared/responses';
import { idIn, NOW, pollOf, screening, type Situation } from '../polls';

const DAY = 24 * 60 * 60 * 1_000;
const creatorExport = jobOfType('creatorExport');
const targets = (...ids: string[]): Target[] => ids.map((id) => targetOf(screening, id));
const own = (id: string, ageMs: number) => targetOf(screening, id, NOW - ageMs);
const kindsOf = (ended: EndedJob[]) => ended.map(({ kind, target }) => [target.id, kind]);

/** Each ID is the state of its job, or the status of the response. */
const byId = (situation?: Situation) =>
	pollOf((request) => {
		const id = idIn(request);
		return Number(id) > 0 ? json({ message: 'No' }, Number(id)) : json({ status: id });
	}, situation);

describe('a job that has ended', () => {
	it.each<[WantedOutcome, string[][]]>([
		[
			'any',
			[
				['DONE', 'emitted'],
				['FAILED', 'emitted'],
			],
		],
		[
			'finished',
			[
				['DONE', 'emitted'],
				['FAILED', 'mayRecover'],
			],
		],
		[
			'failed',
			[
				['DONE', 'unwanted'],
				['FAILED', 'emitted'],
			],
		],
	])('is emitted where the user selected it: %s', async (outcome, kinds) => {
		const { poll } = byId({ parameters: { outcome } });
		const { ended } = await watchJobs(poll, targets('DONE', 'PENDING', 'FAILED'));
		expect(kindsOf(ended)).toEqual(kinds);
	});

	it.each<[string, number, string]>([
		['is watched for a day, as it may finish after all', DAY - 1, 'mayRecover'],
		['is given up after a day', DAY, 'unwanted'],
	])('with a failure %s', async (_, ageMs, kind) => {
		const { poll } = byId({ parameters: { outcome: 'finished' } });
		const { ended } = await watchJobs(poll, [own('FAILED', ageMs)]);
		expect(kindsOf(ended)).toEqual([['FAILED', kind]]);
	});

	it('in a way that the user did not select is read once, until the user selects it', async () => {
		const memory = new TriggerMemory();
		const watch = async (outcome: WantedOutcome) => {
			const { poll, requests } = byId({ memory, parameters: { outcome } });
			await watchJobs(poll, targets('DONE'));
			return requests.length;
		};
		expect([await watch('failed'), await watch('failed'), await watch('any')]).toEqual([1, 0, 1]);
	});

	it('and was submitted by the trigger is read until the state without it is saved', async () => {
		const memory = new TriggerMemory();
		for (let polls = 0; polls < 2; polls++) {
			const { poll } = byId({ memory, parameters: { outcome: 'failed' } });
			const { ended } = await watchJobs(poll, [own('DONE', DAY)]);
			expect(kindsOf(ended)).toEqual([['DONE', 'unwanted']]);
		}
	});
});

describe('a job that cannot be read', () => {
	const told = async (target: Target, outcome: WantedOutcome = 'any') => {
		const { poll } = byId({ parameters: { outcome } });
		const { ended, unreadable } = await watchJobs(poll, [target]);
		return { kinds: kindsOf(ended), unreadable: unreadable.map(({ target: { id } }) => id), ended };
	};

	it('is named, whatever its age, where the user listed it', async () => {
		expect(await told(targets('404')[0])).toMatchObject({ kinds: [], unreadable: ['404'] });
	});

	it.each<[string, string, number, string[][]]>([
		['rejected for less than a day', '404', DAY - 1, []],
		['rejected for a day', '404', DAY, [['404', 'emitted']]],
		['not the only one that the token may not access', '403', DAY, []],
		['in an outage', '503', DAY, []],
	])('and was submitted by the trigger: %s', async (_, id, ageMs, kinds) => {
		const { kinds: ended, unreadable } = await told(own(id, ageMs));
		expect(ended).toEqual(kinds);
		expect(unreadable).toEqual(kinds.length === 0 && id !== '503' ? [id] : []);
	});

	it('is not emitted as failed where the user wants finished jobs alone', async () => {
		const { kinds, unreadable } = await told(own('404', DAY), 'finished');
		expect([kinds, unreadable]).toEqual([[['404', 'unwanted']], []]);
	});

	it.each([
		['404', 'The service no longer finds the job: '],
		['410', 'The service no longer finds the job: '],
		['422', 'The service does not return the job: '],
	])('with the status %s is emitted with the reason', async (id, message) => {
		const { ended } = await told(own(id, DAY));
		expect(ended).toMatchObject([
			{
				items: [
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
				],
			},
		]);
	});
});

describe('jobs', () => {
	it('are read in their order, beginning with those that the last poll did not get to', async () => {
		const memory = new TriggerMemory();
		memory.watching.next = 'b';
		const { poll, requests } = pollOf(() => json({ status: 'PENDING' }), { memory });
		await watchJobs(poll, targets('a', 'b', 'c'));
		expect(requests.map(idIn)).toEqual(['b', 'c', 'a']);
		expect(memory.watching.next).toBeUndefined();
	});

	it('that are listed again after a while are read again', async () => {
		const memory = new TriggerMemory();
		const read = async (...ids: string[]) => {
			const { poll, requests } = byId({ memory, parameters: { outcome: 'failed' } });
			await watchJobs(poll, targets(...ids));
			return requests.length;
		};
		expect([await read('DONE'), await read(), await read('DONE')]).toEqual([1, 0, 1]);
	});

	it('are all read where each second response fails', async () => {
		let count = 0;
		const { poll, requests } = pollOf(() => json({ status: 'PENDING' }, count++ % 2 ? 503 : 200));
		await watchJobs(poll, targets('a', 'b', 'c', 'd', 'e', 'f', 'g'));
		expect(requests).toHaveLength(7);
	});

	it('are left for the next poll after three failures in a row', async () => {
		const { poll, requests } = pollOf(() => json({}, 503));
		await watchJobs(poll, targets('a', 'b', 'c', 'd', 'e'));
		expect(requests.map(idIn)).toEqual(['a', 'b', 'c']);
		expect(poll.memory.watching.next).toBe('d');
	});
});

describe('one execution', () => {
	const many = Array.from({ length: 502 }, (_, at) => String(at));

	it('has 500 jobs at most; the next poll begins with the others', async () => {
		const { poll } = pollOf(() => json({ status: 'DONE' }));
		const { ended } = await watchJobs(poll, targets(...many));
		expect(ended).toHaveLength(500);
		expect(poll.memory.watching.next).toBe('500');
	});

	it('has no limit for jobs that are not emitted', async () => {
		const { poll } = pollOf(() => json({ status: 'DONE' }), { parameters: { outcome: 'failed' } });
		expect((await watchJobs(poll, targets(...many))).ended).toHaveLength(502);
		expect(poll.memory.watching.next).toBeUndefined();
	});

	it('ends with the job that has 20,000 items', async () => {
		const rows = Array.from({ length: 19_999 }, (_, n) => ({ n }));
		const { poll } = pollOf((request) =>
			json({ status: 'DONE', data: idIn(request) === 'a' ? rows : [{ n: 1 }] }),
		);
		const { ended } = await watchJobs(
			poll,
			['a', 'b', 'c'].map((id) => targetOf(creatorExport, id)),
		);
		expect(ended.map(({ target }) => target.id)).toEqual(['a', 'b']);
		expect(poll.memory.watching.next).toBe('c');
	});
});

describe('a result that takes longer than a poll', () => {
	const target = targetOf(creatorExport, 'a');
	const page = json({ status: 'DONE', data: [{ n: 1 }, { n: 2 }], next_cursor: 'x' });

	it('is put off once, then emitted as far as it was read, and so on', async () => {
		const memory = new TriggerMemory();
		const seen: string[] = [];
		for (let polls = 0; polls < 4; polls++) {
			const { poll, outOfTime } = pollOf(
				({ url }) => (url.includes('cursor') ? outOfTime() : page),
				{ memory },
			);
			const { ended, unreadable, slow } = await watchJobs(poll, [target]);
			expect([unreadable, slow]).toEqual([[], []]);
			expect(memory.watching.next).toBe(ended.length === 0 ? 'a' : undefined);
			seen.push(...(ended.length === 0 ? ['put off'] : kindsOf(ended).flat().map(String)));
			for (const each of ended) {
				expect(each).toMatchObject({
					items: [1, 2].map((n) => ({ json: { n, job: { id: 'a', partial: true } } })),
				});
			}
		}
		expect(seen).toEqual(['put off', 'a', 'emitted', 'put off', 'a', 'emitted']);
	});

	it('is put off at activation, as later polls have more time', async () => {
		const memory = new TriggerMemory();
		for (let polls = 0; polls < 3; polls++) {
			const { poll, outOfTime } = pollOf(
				({ url }) => (url.includes('cursor') ? outOfTime() : page),
				{ memory, isShort: true },
			);
			expect(await watchJobs(poll, [target])).toEqual({ ended: [], unreadable: [], slow: [] });
		}
	});

	it('is emitted with the file that it has', async () => {
		const files = { downloadFile: true, includeComments: true };
		const { poll, outOfTime } = pollOf(
			({ url }) => {
				if (url.includes('/comments')) return outOfTime();
				if (url.endsWith('.pdf'))
					return response('%PDF-1.7', { 'content-type': 'application/pdf' });
				return json({ status: 'DONE', report_url: 'https://api.example.com/r.pdf' });
			},
			{ options: files },
		);
		const analysis = targetOf(jobOfType('purchaseIntent'), 'a');
		poll.memory.watching.of(targetName(analysis)).isCutShort = true;
		const { ended } = await watchJobs(poll, [analysis]);
		expect(ended).toMatchObject([{ items: [{ file: { type: 'application/pdf' } }] }]);
	});

	it('is not emitted in part where a page fails', async () => {
		const { poll } = pollOf(({ url }) => (url.includes('cursor') ? json({}, 503) : page));
		expect((await watchJobs(poll, [target])).ended).toEqual([]);
		expect(poll.session.passing).toBeDefined();
	});
});
