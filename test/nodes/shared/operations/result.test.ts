import { Failure } from '../../../../nodes/shared/failure/Failure';
import { explained, Explanation } from '../../../../nodes/shared/plan/explain';
import type { OutputItem } from '../../../../nodes/shared/response/outputItem';
import { response } from '../responses';
import { jsonOf, ran, service, type Circumstances, type Ran } from './runs';

const ANALYSIS = 'get /comments-relevance/{id}';
const COMMENTS = 'GET /comments-relevance/j1/comments';
const SCREENING = 'get /screening/{id}';
const EXPORT = 'get /discovery-export/{id}';
const LISTENING = 'get /social-listening/{id}';
const INSIGHTS = 'GET /social-listening/j1/fetch';

const done = { status: 'done', score: 5 };
const job: unknown = expect.objectContaining({ id: 'j1', state: 'finished' });

/** The part of the result that is returned with a failure. */
const partOf = ({ items, error }: Ran): OutputItem[] => {
	if (items !== undefined && error !== undefined) return items;
	throw new Error('There is no partial result');
};
const failureOf = ({ error }: Ran): Failure => {
	if (error instanceof Failure) return error;
	throw new Error('There is no failure');
};

describe('the comments of a finished job', () => {
	const withComments = async (
		comments: unknown,
		includeComments: boolean | 'rows',
		more: Circumstances = {},
	) =>
		await ran(ANALYSIS, {
			answer: service([done], { [COMMENTS]: comments }),
			...more,
			options: { includeComments, ...more.options },
		});
	const two = [{ text: 'a', score: 1 }, { text: 'b' }];

	it('are a field of the result', async () => {
		const [first] = jsonOf(await withComments({ data: two }, true));
		expect(first).toEqual({ ...done, comments: two, job });
	});

	it('are an empty field where there are none', async () => {
		expect(jsonOf(await withComments({ data: [] }, true))).toEqual([
			{ ...done, comments: [], job },
		]);
	});

	it('are the whole response where it has no list', async () => {
		const odd = { text: 'only one' };
		expect(jsonOf(await withComments(odd, true))).toEqual([{ ...done, comments: [odd], job }]);
	});

	it('are one item each, with the rest of the result', async () => {
		expect(jsonOf(await withComments({ data: two }, 'rows'))).toEqual([
			{ text: 'a', score: 1, analysis: done, job },
			{ text: 'b', analysis: done, job },
		]);
	});

	it('as rows have the profile that the analysis is about', async () => {
		const about = { ...done, profile: { username: 'ada', follower_count: 7 } };
		const answer = service([about], { [COMMENTS]: { data: two } });
		const rows = jsonOf(await ran(ANALYSIS, { answer, options: { includeComments: 'rows' } }));
		expect(rows.map(({ profile }) => profile)).toEqual([{ name: 'ada' }, { name: 'ada' }]);
	});

	it('are a list in any response format, and the file of the result is on the first row', async () => {
		const options = { responseFormat: 'file' };
		const { items } = await withComments({ data: two }, 'rows', { options });
		expect(items?.map(({ json: { text }, file }) => [text, String(file?.bytes)])).toEqual([
			['a', JSON.stringify(done)],
			['b', 'undefined'],
		]);
	});

	it.each([
		['there are none', { data: [] }],
		['the service returns nothing', response('')],
	])('as rows leave the result itself where %s', async (_, comments) => {
		const [first, ...others] = jsonOf(await withComments(comments, 'rows'));
		expect(first).toMatchObject({ ...done, job });
		expect(others).toEqual([]);
	});

	it('are all read, whatever the limit for rows is, with the query of the user', async () => {
		const page = (next?: string) => ({ data: [{ text: next ?? 'last' }], next_cursor: next });
		const result = await withComments(undefined, true, {
			item: { maxRows: 1, resultQuery: [{ name: 'type', value: 'RELEVANT' }] },
			answer: (line) => {
				if (!line.startsWith(COMMENTS)) return done;
				return page(line.includes('cursor=') ? undefined : 'c2');
			},
		});
		expect(jsonOf(result)[0]?.comments).toEqual([{ text: 'c2' }, { text: 'last' }]);
		expect(result.sent.slice(1)).toEqual([
			`${COMMENTS}?type=RELEVANT`,
			`${COMMENTS}?type=RELEVANT&cursor=c2`,
		]);
	});
});

describe('the rating of a screening', () => {
	it('is added to the result, and what the service calls so is kept', async () => {
		const answer = service([{ status: 'done', risk_level: 'HIGH', flagged_count: 3 }]);
		expect(jsonOf(await ran(SCREENING, { answer }))).toEqual([
			{
				status: 'done',
				risk_level: 'HIGH',
				flagged_count: 3,
				riskRating: 'HIGH',
				flaggedCount: 3,
				job,
			},
		]);
		const own = { status: 'done', riskRating: { level: 2 }, flaggedCount: 'many' };
		expect(jsonOf(await ran(SCREENING, { answer: service([own]) }))).toEqual([{ ...own, job }]);
	});

	it('is not looked for in a file, nor in other jobs', async () => {
		const pdf = response('%PDF-1.7', { 'content-type': 'application/pdf' });
		for (const [operation, answer] of [
			[SCREENING, service([pdf])],
			[ANALYSIS, service([done])],
		] as const) {
			const result = await ran(operation, { answer });
			expect(Object.keys(jsonOf(result)[0] ?? {})).not.toContain('riskRating');
			expect(result.hints.join()).not.toContain('risk rating');
		}
	});
});

describe('the rows of a finished job', () => {
	const rows = [{ n: 1 }, { n: 2 }, { n: 3 }];

	it('are not missing where the result is something else', async () => {
		const result = await ran(EXPORT, { answer: service([done]) });
		expect(jsonOf(result)).toEqual([{ ...done, job }]);
		expect([result.infos, result.hints]).toEqual([
			[],
			[expect.stringContaining('found no list of rows')],
		]);
	});

	it('say where they were found, if the user wants to know', async () => {
		const explanation = new Explanation();
		const answer = service([{ status: 'done', data: rows }]);
		const { items = [] } = await ran(EXPORT, { answer, item: { explanation } });
		const [first] = await explained(items, explanation);
		expect(first?.json.recognised).toMatchObject({ rows: { path: 'data', value: 3 } });
	});

	it('are made of any result that the user names the path of, unless it is a file', async () => {
		const answer = service([{ status: 'done', found: rows }]);
		const options = { rowsPath: 'found' };
		expect(jsonOf(await ran(SCREENING, { answer, options }))).toEqual(
			rows.map((row) => ({ ...row, job })),
		);
		const csv = await ran(EXPORT, {
			answer: service([{ status: 'done', data: rows }]),
			options: { responseFormat: 'text' },
		});
		expect(jsonOf(csv)).toEqual([{ data: JSON.stringify({ status: 'done', data: rows }), job }]);
	});

	it('are left where they are if the file with them is downloaded', async () => {
		const url = 'https://files.example.com/rows.csv';
		const result = await ran(EXPORT, {
			answer: (line) =>
				line.includes('files.example.com')
					? response('a,b', { 'content-type': 'text/csv' })
					: { status: 'done', download_url: url, data: rows },
			options: { downloadFile: true },
		});
		expect(result.items).toMatchObject([
			{ json: { data: rows, job }, file: { name: 'rows.csv', bytes: Buffer.from('a,b') } },
		]);
		expect(result.requests.map(({ authenticated }) => authenticated)).toEqual([true, false]);
	});
});

describe('a file that the result links to', () => {
	const screened = { status: 'done', risk_level: 'LOW', report_url: 'https://files.example.com/1' };
	const linked = async (file: unknown, result: object = screened) =>
		await ran(SCREENING, {
			answer: (line) => (line.includes('files.example.com') ? file : result),
			options: { downloadFile: true },
		});

	it('that is missing is a failure, because the user wants it', async () => {
		const result = await linked(undefined, { status: 'done', risk_level: 'LOW' });
		expect(partOf(result)).toMatchObject([{ json: { riskRating: 'LOW', job } }]);
		expect(failureOf(result).details).toMatchObject({
			message: 'The node found no link to a file in the response',
			description: expect.stringContaining('The job j1 has finished'),
		});
	});

	it('is not looked for where the result is a file', async () => {
		const pdf = response('%PDF-1.7', { 'content-type': 'application/pdf' });
		const result = await linked(undefined, pdf);
		expect(result.items).toMatchObject([{ json: { job }, file: { type: 'application/pdf' } }]);
	});
});

describe('results at an endpoint of their own', () => {
	const rows = [{ n: 1 }, { n: 2 }];
	const answer = service([done], { [INSIGHTS]: { data: rows } });

	it('are their own response where it has no rows', async () => {
		const empty = service([done], { [INSIGHTS]: { data: [], note: 'nobody' } });
		const result = await ran(LISTENING, { answer: empty });
		expect(jsonOf(result)).toEqual([{ data: [], note: 'nobody', job }]);
	});

	it('are not read where the user does not want them', async () => {
		const result = await ran(LISTENING, { answer, options: { includeInsights: false } });
		expect(jsonOf(result)).toEqual([{ ...done, job }]);
		expect(result.sent).toEqual(['GET /social-listening/j1']);
	});
});
