import type { Expectation, Observation, ReportedError } from '../../../verify/judge/types';

const NODE_JOB = { type: 'screening', state: 'finished', rawState: 'SUCCESS' };
const screening = (n: number) => ({
	id: `${n}7`,
	profile_url: `https://a.example/${n}`,
	risk: { rating: 'low', flags: [n, 2] },
});
const item = (n: number) => ({
	json: { ...screening(n), job: { ...NODE_JOB, id: `${n}7` } },
	input: n,
});
const post = (n: number, rest: object = {}) => ({
	method: 'POST',
	path: '/screening',
	body: `{"profile_url":"https://a.example/${n}","depth":1}`,
	isCarriedOut: true,
	input: n,
	job: `${n}7`,
	...rest,
});
const wantedJob = (n: number) => ({
	input: n,
	json: { ...screening(n), job: { id: `${n}7`, state: 'finished' } },
});

/** Three screenings were paid for and returned. */
export const jobs = (): Observation => ({
	affected: 1,
	wanted: { items: [0, 1, 2].map(wantedJob) },
	output: { items: [0, 1, 2].map(item), errors: [] },
	requests: [
		...[0, 1, 2].map((n) => post(n)),
		{ method: 'GET', path: '/screening/07', isCarriedOut: true },
	],
});

const row = (n: number) => ({ id: `row ${n}`, followers: n });
const ROWS = Array.from({ length: 190 }, (_, n) => row(n));
const page = (offset: number) => ({
	...{ method: 'POST', path: '/discovery', body: { offset }, isCarriedOut: true, input: 0 },
});

/** A list over four pages, each of them paid for. */
export const list = (): Observation => ({
	affected: 1,
	wanted: { items: ROWS.map((json) => ({ input: 0, json })) },
	output: { items: ROWS.map((json) => ({ json, input: 0 })), errors: [] },
	requests: [0, 50, 100, 150].map(page),
});

const error = (input: number | 'all', ...sentences: string[]): ReportedError => ({
	input,
	message: sentences[0],
	text: sentences.join('\n'),
});
const PROCESSED = 'The request may have been processed and charged. Check with the service.';
const CLOSED = 'The connection closed before the service responded to POST /discovery';
/** The second screening failed, and was paid for. */
const secondFailed = (...sentences: string[]) => ({
	...jobs(),
	output: { items: [item(0), item(2)], errors: [error(1, ...sentences)] },
});
const firstPage = (...errors: ReportedError[]): Observation => ({
	...list(),
	output: { items: list().output.items.slice(0, 50), errors },
	requests: [page(0), page(50)],
});

export interface Result {
	what: string;
	observation: Observation;
	expectation?: Expectation;
}

const withItem = (at: number, change: object): Observation => {
	const all = jobs();
	const items = all.output.items.map((each, n) =>
		n === at ? { ...each, json: { ...each.json, ...change } } : each,
	);
	return { ...all, output: { ...all.output, items } };
};
const withOutput = (all: Observation, change: Partial<Observation['output']>): Observation => ({
	...all,
	output: { ...all.output, ...change },
});
const withWanted = (all: Observation, change: Partial<Observation['wanted']>): Observation => ({
	...all,
	wanted: { ...all.wanted, ...change },
});
const withRequest = (all: Observation, ...more: Observation['requests']): Observation => ({
	...all,
	requests: [...all.requests, ...more],
});

/** Each is nearly right, with one lie in it. */
export const FALSE_RESULTS: Result[] = [
	{
		what: 'rows in another order',
		observation: withOutput(list(), { items: list().output.items.reverse() }),
	},
	{
		what: 'rows in another order, and a hint about something else',
		observation: withOutput(list(), {
			items: list().output.items.reverse(),
			hints: ["The node found no risk rating. Add its path as 'rating' to the contract."],
		}),
		expectation: 'reported',
	},
	{
		what: 'another value, and a hint about something else',
		observation: withOutput(withItem(1, { risk: null }), {
			hints: ["There are more rows than the node returned. Raise 'Max Pages' in Options."],
		}),
		expectation: 'reported',
	},
	{
		what: 'a missing item, and a hint about something else',
		observation: withOutput(jobs(), {
			items: [item(0), item(2)],
			hints: ["The node found no risk rating. Add its path as 'rating' to the contract. Job 17."],
		}),
		expectation: 'reported',
	},
	{
		what: 'a paid request whose expected error does not warn',
		observation: {
			wanted: { items: [], errors: [{ input: 'all', says: ['closed'] }] },
			output: { items: [], errors: [error('all', CLOSED, 'Run the workflow again.')] },
			requests: [post(0)],
		},
	},
	{
		what: 'one row out of place',
		observation: withOutput(list(), {
			items: [...list().output.items.slice(1), list().output.items[0]],
		}),
	},
	{
		what: 'two items that are paired with the input of the other',
		observation: withOutput(jobs(), {
			items: [item(0), { ...item(1), input: 2 }, { ...item(2), input: 1 }],
		}),
	},
	{
		what: 'an item that is paired with nothing',
		observation: withOutput(jobs(), {
			items: [item(0), item(1), { json: item(2).json }],
		}),
	},
	{
		what: 'an item that is paired with the wrong input of several, in a list',
		observation: withOutput(list(), {
			items: list().output.items.map((each, n) => (n === 7 ? { ...each, input: 1 } : each)),
		}),
	},
	{
		what: 'the result of another job of the same account',
		observation: withItem(1, { ...screening(0), job: { ...NODE_JOB, id: '07' } }),
	},
	{
		what: 'the right result under the ID of another job',
		observation: withItem(1, { job: { ...NODE_JOB, id: '07' } }),
	},
	{
		what: 'a finished result whose job is called pending',
		observation: withItem(1, { job: { ...NODE_JOB, id: '17', state: 'pending' } }),
	},
	{
		what: 'a value deep inside that differs',
		observation: withItem(1, { risk: { rating: 'low', flags: [1, 3] } }),
	},
	{
		what: 'a field that the service does not have',
		observation: withItem(1, { score: 9 }),
	},
	{
		what: 'a good item with an error in it',
		observation: withItem(1, { error: { message: 'It broke' } }),
	},
	{
		what: 'an item that is right and reported as failed',
		observation: withOutput(jobs(), { errors: [error(1, CLOSED, PROCESSED)] }),
		expectation: 'reported',
	},
	{
		what: 'an execution that returned everything and ended with an error',
		observation: {
			...withOutput(jobs(), { errors: [error('all', CLOSED, PROCESSED)] }),
			affected: 3,
		},
		expectation: 'reported',
	},
	{
		what: 'an item that is returned twice',
		observation: withOutput(jobs(), { items: [item(0), item(0), item(1), item(2)] }),
	},
	{
		what: 'a request that was paid for twice',
		observation: withRequest(jobs(), post(1)),
	},
	{
		what: 'a request that was paid for twice, with its keys in another order',
		observation: withRequest(
			jobs(),
			post(1, { body: '{"depth":1,"profile_url":"https://a.example/1"}', job: '18' }),
		),
	},
	{
		what: 'a request that was paid for twice, with 1.0 instead of 1',
		observation: withRequest(
			jobs(),
			post(1, { body: '{ "profile_url": "https://a.example/1", "depth": 1.0 }', job: '18' }),
		),
	},
	{
		what: 'a paid request on a path that nobody asked for',
		observation: withRequest(jobs(), post(1, { path: '/profile-analytics', input: undefined })),
	},
	{
		what: 'a PATCH that nobody asked for',
		observation: withRequest(
			jobs(),
			post(1, { method: 'PATCH', path: '/screening/17/contents/unflag', input: undefined }),
		),
	},
	{
		what: 'a paid request, and an error that says that nothing may be charged',
		observation: secondFailed(
			'POST /screening was not sent',
			'Nothing was sent, so nothing may be charged. Check the input.',
		),
		expectation: 'reported',
	},
	{
		what: 'a paid request, and an error that says that nothing may have been sent',
		observation: secondFailed(CLOSED, 'Nothing may have been sent. Check the input.'),
		expectation: 'reported',
	},
	{
		what: 'a paid request, and an error that warns of the next one only',
		observation: secondFailed(CLOSED, 'To send it again is a new request, which may be charged.'),
		expectation: 'reported',
	},
	{
		what: 'a paid job, and an error that names another one whose ID begins alike',
		observation: secondFailed('Job 171 is still running', "Use 'Get' to retrieve it later."),
		expectation: 'reported',
	},
	{
		what: 'a paid job that only the log names',
		observation: withOutput(secondFailed(CLOSED, 'Check the Base URL.'), {
			note: 'Submitted the job 17 for item 1',
		}),
		expectation: 'reported',
	},
	{
		what: 'a paid job that only the hint of another item warns of',
		observation: withOutput(secondFailed(CLOSED, 'Check the Base URL.'), {
			hints: ['Items whose request got no usable response: 2. They may have been processed.'],
		}),
		expectation: 'reported',
	},
	{
		what: 'nothing, where nothing is expected',
		observation: { wanted: { items: [] }, output: { items: [], errors: [] }, requests: [] },
	},
	{
		what: 'nothing, where items are all optional',
		observation: {
			wanted: { items: [{ ...wantedJob(0), isOptional: true }] },
			output: { items: [], errors: [] },
			requests: [],
		},
	},
	{
		what: '140 missing rows, and an error that does not say so',
		observation: firstPage(error(0, CLOSED, PROCESSED)),
		expectation: 'reported',
	},
	{
		what: 'all rows missing, and an error that says nothing',
		observation: withOutput(firstPage(error(0, 'Something went wrong', PROCESSED)), { items: [] }),
		expectation: 'reported',
	},
	{
		what: 'rows that the service delivered, and an error that says that rows are missing',
		observation: withWanted(
			withOutput(firstPage(error(0, 'Rows are missing', CLOSED, PROCESSED)), { items: [] }),
			{ items: list().wanted.items.map((each, n) => ({ ...each, isDelivered: n < 50 })) },
		),
		expectation: 'reported',
	},
	{
		what: 'missing rows, and nothing that says so',
		observation: withOutput(list(), { items: list().output.items.slice(0, 189) }),
	},
	{
		what: 'a failed item whose error has no text',
		observation: { ...secondFailed(''), requests: [] },
		expectation: 'reported',
	},
	{
		what: 'a failed item whose error does not say what to do',
		observation: { ...secondFailed('It broke'), requests: [] },
		expectation: 'reported',
	},
	{
		what: 'an error that is expected and not there',
		observation: withWanted(jobs(), { errors: [{ input: 1, says: ['unknown profile'] }] }),
	},
	{
		what: 'an error that is expected for another item',
		observation: withWanted(secondFailed('The service found nothing for it. Check the ID.'), {
			items: [wantedJob(0), wantedJob(2)],
			errors: [{ input: 0, says: ['found nothing'] }],
		}),
	},
	{
		what: 'a hint that is expected and not there',
		observation: withWanted(list(), { hints: [{ says: ["'Max Pages'"] }] }),
	},
	{
		what: 'more requests than expected',
		observation: withWanted(jobs(), { requests: 3 }),
	},
	{
		what: 'more paid requests than expected',
		observation: withWanted(list(), { charged: 3 }),
	},
];

/** What the judge has to accept. */
export const TRUE_RESULTS: Array<Result & { outcome: 'right' | 'told' }> = [
	{ what: 'all jobs', observation: jobs(), outcome: 'right' },
	{ what: 'all rows', observation: list(), outcome: 'right' },
	{
		what: 'keys in another order, a null error left out, fields of the node',
		outcome: 'right',
		observation: {
			...withWanted(jobs(), {
				items: jobs().wanted.items.map((each) => ({
					...each,
					json: { error: null, ...each.json },
				})),
			}),
			output: {
				errors: [],
				items: jobs().output.items.map(({ json, input }) => ({
					input,
					json: { recognised: {}, ...Object.fromEntries(Object.entries(json).reverse()) },
				})),
			},
		},
	},
	{
		what: 'two inputs that are the same, each paid for',
		outcome: 'right',
		observation: {
			wanted: { items: [0, 1].map((input) => ({ input, json: screening(0) })) },
			output: { items: [0, 1].map((input) => ({ json: screening(0), input })), errors: [] },
			requests: [post(0), post(0, { input: 1 })],
		},
	},
	{
		what: 'a failed item whose error warns and says what to do',
		observation: secondFailed(CLOSED, PROCESSED),
		expectation: 'reported',
		outcome: 'told',
	},
	{
		what: 'a failed item whose error names the job',
		observation: secondFailed('Job 17 is still running', "Use 'Get' to retrieve it later."),
		expectation: 'reported',
		outcome: 'told',
	},
	{
		what: 'a hint that names the item of a paid request',
		observation: withOutput(secondFailed(CLOSED, 'Check the Base URL.'), {
			hints: ['Items whose request got no usable response: 1. They may have been processed.'],
		}),
		expectation: 'reported',
		outcome: 'told',
	},
	{
		what: 'a part of a list, and an error that says that rows are missing',
		observation: firstPage(error(0, CLOSED, 'The remaining rows were not read.', PROCESSED)),
		expectation: 'reported',
		outcome: 'told',
	},
	{
		what: 'a part of a list, and a hint that says how to get the rest',
		observation: withOutput(firstPage(), {
			hints: [
				"There are more rows than the node returned. Raise 'Max Pages' in Options. The request may have been processed.",
			],
		}),
		expectation: 'reported',
		outcome: 'told',
	},
	{
		what: 'the whole response instead of its rows, and a hint that says what to set',
		observation: {
			wanted: { items: [0, 1].map((n) => ({ input: 0, json: row(n) })) },
			output: {
				items: [{ input: 0, json: { list: [row(0), row(1)] } }],
				errors: [],
				hints: [
					"The node found no list of rows in the response, so it returned the whole response. Set 'Rows Path' in Options.",
				],
			},
			requests: [{ method: 'GET', path: '/dictionary/brands', isCarriedOut: true }],
		},
		expectation: 'reported',
		outcome: 'told',
	},
	{
		what: 'a job that ended, whose result could not be read',
		observation: withOutput(secondFailed('GET /screening/17 failed (503)', 'Try again later.'), {
			items: [
				item(0),
				{ json: { id: '17', incomplete: 'The result of the job could not be read' }, input: 1 },
				item(2),
			],
		}),
		expectation: 'reported',
		outcome: 'told',
	},
	{
		what: 'an execution that ended with an error that names all',
		observation: {
			...withOutput(jobs(), {
				items: [],
				errors: [error('all', CLOSED, 'Jobs: 07, 17, 27. Use Get to retrieve them.')],
			}),
			affected: 3,
		},
		expectation: 'reported',
		outcome: 'told',
	},
	{
		what: 'an error that is expected, and no items',
		observation: {
			wanted: { items: [], errors: [{ input: 0, says: ['(401)', 'token'] }], requests: 1 },
			output: { items: [], errors: [error(0, 'The service did not accept the API token (401)')] },
			requests: [{ method: 'GET', path: '/profiles', isCarriedOut: true }],
		},
		outcome: 'right',
	},
	{
		what: 'no rows, and a hint that says so',
		observation: {
			wanted: { items: [], hints: [{ says: ['no results'] }], charged: 1 },
			output: { items: [], errors: [], hints: ['The service returned no results for item 0.'] },
			requests: [page(0)],
		},
		outcome: 'right',
	},
	{
		what: 'events of several executions in any order',
		observation: {
			...withWanted(jobs(), { isAnyOrder: true }),
			output: { items: [item(2), item(0), item(1)], errors: [] },
		},
		outcome: 'right',
	},
];
