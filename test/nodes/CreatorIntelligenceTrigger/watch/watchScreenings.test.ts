import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { TriggerMemory } from '../../../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';
import {
	settleBatch,
	type ScreeningRecords,
} from '../../../../nodes/CreatorIntelligenceTrigger/memory/State';
import { watchScreenings } from '../../../../nodes/CreatorIntelligenceTrigger/watch/watchScreenings';
import type { Contract, Plan } from '../../../../nodes/shared/plan/plan';
import { json } from '../../shared/responses';
import { idIn, pollOf, stateOf } from '../polls';

interface Sight {
	status?: string;
	result?: object;
	/** The flagged items, and what else the page has. */
	flagged?: string[];
	page?: object;
}

/** What the service shows, and what the polls before have kept. */
class Watched {
	seen: ScreeningRecords = {};

	readonly memory = new TriggerMemory();

	constructor(private readonly options: INodeParameters = {}) {}

	async poll(sights: Record<string, Sight>, { emitFirst = false, ids = Object.keys(sights) } = {}) {
		const { poll } = pollOf(
			(request) => {
				const { status = 'DONE', result, flagged = [], page } = sights[idIn(request)] ?? {};
				return request.url.includes('/contents')
					? json({ data: flagged.map((id) => ({ id })), ...page })
					: json({ status, risk_rating: 'LOW', ...result });
			},
			{
				...{ memory: this.memory, options: this.options },
				state: stateOf({ screenings: this.seen }),
				parameters: { event: 'screeningChanged', ids, emitFirst },
			},
		);
		const found = await watchScreenings(poll);
		const before = found.state.screenings;
		this.seen = settleBatch(found.state, true).screenings;
		const warnings = poll.session.hints.texts();
		return { ...found, warnings, before, seen: this.seen };
	}
}

const changesIn = (items: Array<{ json: IDataObject }>) => items.map((item) => item.json.changed);
const flaggedCount = (before: number | null, after: number) =>
	expect.objectContaining({ flaggedCount: { before, after } });

describe('a screening', () => {
	it('that is seen for the first time is emitted if the user chose so', async () => {
		const found = await new Watched().poll({ a: { flagged: ['x'] } }, { emitFirst: true });
		expect(changesIn(found.items)).toEqual([flaggedCount(null, 1)]);
		expect(found.seen).toHaveProperty(['screening/a']);
		// There is nothing to return to.
		expect(found.before).toEqual({});
	});

	it.each<[string, Sight, number]>([
		['has not changed', { flagged: ['x'] }, 0],
		['has another list', { flagged: ['x', 'y'] }, 1],
		['has another rating', { flagged: ['x'], result: { risk_rating: 'HIGH' } }, 1],
		['has another result', { flagged: ['x'], result: { depth: 2 } }, 1],
		['runs again', { status: 'PENDING', flagged: ['x', 'y'] }, 0],
		['failed', { status: 'FAILED', flagged: ['x', 'y'] }, 0],
	])('that %s is emitted as often as it changed', async (_, sight, count) => {
		const watched = new Watched();
		const { seen: first } = await watched.poll({ a: { flagged: ['x'] } });
		const found = await watched.poll({ a: sight });
		expect(found.items).toHaveLength(count);
		expect(found.warnings).toEqual(
			sight.status === 'FAILED' ? [expect.stringContaining('The screening a has failed')] : [],
		);
		// A process that finds the state after a crash emits it again.
		expect(found.before).toEqual(first);
		expect((await watched.poll({ a: sight })).items).toEqual([]);
	});

	it('that the user no longer lists is forgotten', async () => {
		const watched = new Watched();
		await watched.poll({ a: {}, b: {} });
		expect(Object.keys((await watched.poll({ a: {} })).seen)).toEqual(['screening/a']);
	});

	it('is emitted with its profile, its report and the ID of the event', async () => {
		const result = { profile_url: 'https://x.example/ada', report_url: 'https://x.example/r.pdf' };
		const { items } = await new Watched().poll({ a: { result } }, { emitFirst: true });
		expect(items).toMatchObject([
			{
				json: {
					...{ profile: expect.anything(), reportUrl: 'https://x.example/r.pdf' },
					...{ previous: null, current: { riskRating: 'LOW', flagged: [] } },
					job: {
						id: 'a',
						state: 'finished',
						eventId: expect.stringMatching(/^screening\/a\/changed\/\w+$/),
					},
				},
			},
		]);
	});
});

describe('a list of flagged items that may be incomplete', () => {
	const whole: Sight = { flagged: ['x', 'y'] };
	const more = { total: 5 };

	it.each<[string, Sight, number[]]>([
		[
			'without one of them is believed at the third reading',
			{ flagged: ['x'], page: more },
			[0, 0, 1, 0],
		],
		['without rows, too', { flagged: [] }, [0, 0, 1, 0]],
		['with a new one is believed at once', { flagged: ['x', 'y', 'z'], page: more }, [1, 0, 0, 0]],
	])('%s', async (_, sight, counts) => {
		const watched = new Watched();
		await watched.poll({ a: whole });
		const found: number[] = [];
		for (let polls = 0; polls < 4; polls++)
			found.push((await watched.poll({ a: sight })).items.length);
		expect(found).toEqual(counts);
	});

	it.each<[string, Sight]>([
		['the whole list', whole],
		['another incomplete one', { flagged: ['y'], page: more }],
	])('is counted anew after %s', async (_, between) => {
		const watched = new Watched();
		const short: Sight = { flagged: ['x'], page: more };
		await watched.poll({ a: whole });
		for (const sight of [short, short, between, short, short]) {
			expect((await watched.poll({ a: sight })).items).toEqual([]);
		}
		expect(changesIn((await watched.poll({ a: short })).items)).toEqual([flaggedCount(2, 1)]);
	});

	it('as the user set Max Pages is believed at once', async () => {
		const first = { next_cursor: 'c' };
		const watched = new Watched({ maxPages: 1 });
		await watched.poll({ a: { ...whole, page: first } });
		const found = await watched.poll({ a: { flagged: ['x'], page: first } });
		expect(changesIn(found.items)).toEqual([flaggedCount(2, 1)]);
	});
});

it.each<[string, (url: string) => boolean, object]>([
	['list', () => true, {}],
	['second page of a list', (url) => url.includes('cursor'), { next_cursor: 'c' }],
])(
	'a screening whose %s cannot be read changes nothing, and does not keep the others',
	async (_, fails, more) => {
		const { poll } = pollOf(
			(request) => {
				const isList = request.url.includes('/contents') && idIn(request) === 'a';
				if (isList && fails(request.url)) return json({ message: 'No' }, 422);
				return json({ status: 'DONE', data: isList ? [{ id: 'x' }] : [], ...(isList && more) });
			},
			{ parameters: { event: 'screeningChanged', emitFirst: true, ids: ['a', 'b'] } },
		);
		const { items, state, unreadable } = await watchScreenings(poll);
		expect(items).toHaveLength(1);
		expect(Object.keys(state.batch?.screenings ?? {})).toEqual(['screening/b']);
		expect(unreadable).toMatchObject([{ target: { id: 'a' }, subject: 'result' }]);
	},
);

it('the rating and the report of a screening stand where the contract says', async () => {
	const piece: Plan = { rating: ['own.verdict'], link: ['own.file'] };
	const contract: Contract = { strict: false, plans: new Map([['GET /screening/{id}', piece]]) };
	const own = { verdict: 'ODD', file: 'https://x.example/own' };
	const { poll } = pollOf(
		({ url }) => json(url.includes('/contents') ? [] : { status: 'DONE', risk_rating: 'LOW', own }),
		{ parameters: { event: 'screeningChanged', emitFirst: true, ids: ['a'] }, contract },
	);
	const { items } = await watchScreenings(poll);
	expect(items).toMatchObject([{ json: { reportUrl: own.file, current: { riskRating: 'ODD' } } }]);
});
