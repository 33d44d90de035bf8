import type { Observation, ReportedError } from '../../../verify/judge/types';

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
const jobs = (): Observation => ({
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
const list = (): Observation => ({
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

type Results = Array<[what: string, observation: Observation]>;

/** Each is nearly right, with one lie in it. */
export const FALSE_RESULTS: Results = [
	['rows in another order', withOutput(list(), { items: list().output.items.reverse() })],
	[
		'one row out of place',
		withOutput(list(), {
			items: [...list().output.items.slice(1), list().output.items[0]],
		}),
	],
	[
		'two items that are paired with the input of the other',
		withOutput(jobs(), {
			items: [item(0), { ...item(1), input: 2 }, { ...item(2), input: 1 }],
		}),
	],
	[
		'an item that is paired with nothing',
		withOutput(jobs(), {
			items: [item(0), item(1), { json: item(2).json }],
		}),
	],
	[
		'an item that is paired with the wrong input of several, in a list',
		withOutput(list(), {
			items: list().output.items.map((each, n) => (n === 7 ? { ...each, input: 1 } : each)),
		}),
	],
	[
		'the result of another job of the same account',
		withItem(1, { ...screening(0), job: { ...NODE_JOB, id: '07' } }),
	],
	['the right result under the ID of another job', withItem(1, { job: { ...NODE_JOB, id: '07' } })],
	[
		'a finished result whose job is called pending',
		withItem(1, { job: { ...NODE_JOB, id: '17', state: 'pending' } }),
	],
	['a value deep inside that differs', withItem(1, { risk: { rating: 'low', flags: [1, 3] } })],
	['a field that the service does not have', withItem(1, { score: 9 })],
	['a good item with an error in it', withItem(1, { error: { message: 'It broke' } })],
	[
		'an item that is returned twice',
		withOutput(jobs(), { items: [item(0), item(0), item(1), item(2)] }),
	],
	['a request that was paid for twice', withRequest(jobs(), post(1))],
	[
		'a request that was paid for twice, with its keys in another order',
		withRequest(
			jobs(),
			post(1, { body: '{"depth":1,"profile_url":"https://a.example/1"}', job: '18' }),
		),
	],
	[
		'a request that was paid for twice, with 1.0 instead of 1',
		withRequest(
			jobs(),
			post(1, { body: '{ "profile_url": "https://a.example/1", "depth": 1.0 }', job: '18' }),
		),
	],
	[
		'a paid request on a path that nobody asked for',
		withRequest(jobs(), post(1, { path: '/profile-analytics', input: undefined })),
	],
	[
		'a PATCH that nobody asked for',
		withRequest(
			jobs(),
			post(1, { method: 'PATCH', path: '/screening/17/contents/unflag', input: undefined }),
		),
	],
	[
		'nothing, where nothing is expected',
		{ wanted: { items: [] }, output: { items: [], errors: [] }, requests: [] },
	],
	[
		'nothing, where items are all optional',
		{
			wanted: { items: [{ ...wantedJob(0), isOptional: true }] },
			output: { items: [], errors: [] },
			requests: [],
		},
	],
	[
		'missing rows, and nothing that says so',
		withOutput(list(), { items: list().output.items.slice(0, 189) }),
	],
	[
		'rows in another order, and a hint about something else',
		withOutput(list(), {
			items: list().output.items.reverse(),
			hints: ["The node found no risk rating. Add its path as 'rating' to the contract."],
		}),
	],
	[
		'another value, and a hint about something else',
		withOutput(withItem(1, { risk: null }), {
			hints: ["There are more rows than the node returned. Raise 'Max Pages' in Options."],
		}),
	],
	[
		'a missing item, and a hint about something else',
		withOutput(jobs(), {
			items: [item(0), item(2)],
			hints: ["The node found no risk rating. Add its path as 'rating' to the contract. Job 17."],
		}),
	],
	[
		'an item that is right and reported as failed',
		withOutput(jobs(), { errors: [error(1, CLOSED, PROCESSED)] }),
	],
	[
		'an execution that returned everything and ended with an error',
		{
			...withOutput(jobs(), { errors: [error('all', CLOSED, PROCESSED)] }),
			affected: 3,
		},
	],
	[
		'a paid request, and an error that says that nothing may be charged',
		secondFailed(
			'POST /screening was not sent',
			'Nothing was sent, so nothing may be charged. Check the input.',
		),
	],
	[
		'a paid request, and an error that says that nothing may have been sent',
		secondFailed(CLOSED, 'Nothing may have been sent. Check the input.'),
	],
	[
		'a paid request, and an error that warns of the next one only',
		secondFailed(CLOSED, 'To send it again is a new request, which may be charged.'),
	],
	[
		'a paid job, and an error that names another one whose ID begins alike',
		secondFailed('Job 171 is still running', "Use 'Get' to retrieve it later."),
	],
	[
		'a paid job that only the log names',
		withOutput(secondFailed(CLOSED, 'Check the Base URL.'), {
			note: 'Submitted the job 17 for item 1',
		}),
	],
	[
		'a paid job that only the hint of another item warns of',
		withOutput(secondFailed(CLOSED, 'Check the Base URL.'), {
			hints: ['Items whose request got no usable response: 2. They may have been processed.'],
		}),
	],
	['140 missing rows, and an error that does not say so', firstPage(error(0, CLOSED, PROCESSED))],
	[
		'all rows missing, and an error that says nothing',
		withOutput(firstPage(error(0, 'Something went wrong', PROCESSED)), { items: [] }),
	],
	[
		'rows that the service delivered, and an error that says that rows are missing',
		withWanted(
			withOutput(firstPage(error(0, 'Rows are missing', CLOSED, PROCESSED)), { items: [] }),
			{ items: list().wanted.items.map((each, n) => ({ ...each, isDelivered: n < 50 })) },
		),
	],
	['a failed item whose error has no text', { ...secondFailed(''), requests: [] }],
	[
		'a failed item whose error does not say what to do',
		{ ...secondFailed('It broke'), requests: [] },
	],
];

export const TRUE_RESULTS: Results = [
	['all jobs', jobs()],
	['all rows', list()],
	[
		'keys in another order, a null error left out, fields of the node',
		{
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
	],
	[
		'two inputs that are the same, each paid for',
		{
			wanted: { items: [0, 1].map((input) => ({ input, json: screening(0) })) },
			output: { items: [0, 1].map((input) => ({ json: screening(0), input })), errors: [] },
			requests: [post(0), post(0, { input: 1 })],
		},
	],
	[
		'events of several executions in any order',
		{
			...withWanted(jobs(), { isAnyOrder: true }),
			output: { items: [item(2), item(0), item(1)], errors: [] },
		},
	],
];

/** Something failed, and the error or hint says what to do. */
export const TRUE_REPORTS: Results = [
	['a failed item whose error warns and says what to do', secondFailed(CLOSED, PROCESSED)],
	[
		'a failed item whose error names the job',
		secondFailed('Job 17 is still running', "Use 'Get' to retrieve it later."),
	],
	[
		'a hint that names the item of a paid request',
		withOutput(secondFailed(CLOSED, 'Check the Base URL.'), {
			hints: ['Items whose request got no usable response: 1. They may have been processed.'],
		}),
	],
	[
		'a part of a list, and an error that says that rows are missing',
		firstPage(error(0, CLOSED, 'The remaining rows were not read.', PROCESSED)),
	],
	[
		'a part of a list, and a hint that says how to get the rest',
		withOutput(firstPage(), {
			hints: [
				"There are more rows than the node returned. Raise 'Max Pages' in Options. The request may have been processed.",
			],
		}),
	],
	[
		'the whole response instead of its rows, and a hint that says what to set',
		{
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
	],
	[
		'a job that ended, whose result could not be read',
		withOutput(secondFailed('GET /screening/17 failed (503)', 'Try again later.'), {
			items: [
				item(0),
				{ json: { id: '17', incomplete: 'The result of the job could not be read' }, input: 1 },
				item(2),
			],
		}),
	],
	[
		'an execution that ended with an error that names all',
		{
			...withOutput(jobs(), {
				items: [],
				errors: [error('all', CLOSED, 'Jobs: 07, 17, 27. Use Get to retrieve them.')],
			}),
			affected: 3,
		},
	],
];
