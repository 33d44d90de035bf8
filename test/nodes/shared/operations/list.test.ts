import type { INodeParameters } from 'n8n-workflow';

import { explained, Explanation } from '../../../../nodes/shared/plan/explain';
import { json, response } from '../responses';
import { jsonOf, ran, type Circumstances } from './runs';

const SEARCH = 'list /discovery';
const CONTENTS = 'list /screening/{id}/contents';
const rows = [{ n: 1 }, { n: 2 }];

/** Two pages, the second by a cursor. */
const twoPages =
	(second: unknown) =>
	(_: string, { body = '' }: { body?: string }) =>
		body.includes('c2') ? second : { data: rows, next_cursor: 'c2' };

describe('a list', () => {
	it('of a job has the ID of the job in each row', async () => {
		const answer = () => ({ data: rows });
		const job = { type: 'screening', id: 'j1' };
		expect(jsonOf(await ran(CONTENTS, { answer }))).toEqual(rows.map((row) => ({ ...row, job })));
		expect(jsonOf(await ran(SEARCH, { answer }))).toEqual(rows);
	});

	it.each([
		[SEARCH, 1],
		[CONTENTS, 0],
	])('without rows gets a hint where it may be charged: %s', async (name, count) => {
		const { items, infos } = await ran(name, { answer: () => ({ data: [] }) });
		expect([items, infos.length]).toEqual([[], count]);
	});

	it('that is a text is that text, without a hint about rows', async () => {
		const answer = () => response('a,b', { 'content-type': 'text/plain' });
		const { hints, ...read } = await ran(SEARCH, { answer, options: { responseFormat: 'text' } });
		expect([jsonOf(read), hints]).toEqual([[{ data: 'a,b' }], []]);
	});

	it('gets a hint about a limit that the service ignores, or that only sets the size of pages', async () => {
		const endpoint = { method: 'POST', path: '/discovery' } as const;
		const limited = (limit: number, answer: Circumstances['answer']) =>
			ran(SEARCH, { answer, item: { draft: { endpoint, query: [], body: { limit } } } });
		const { hints: ignored } = await limited(1, () => ({ data: rows, total: 2 }));
		expect(ignored).toEqual([expect.stringContaining("It seems to ignore 'limit'")]);
		const { hints: sizes } = await limited(2, twoPages({ data: [{ n: 3 }] }));
		expect(sizes).toEqual([expect.stringContaining("'limit' sets the number of rows per page")]);
	});
});

describe('a call', () => {
	const PROFILE = 'call /profiles';
	const REPORT = 'call /screening/{id}/generate-report';

	it('is one item, or one per row where the user says where they are', async () => {
		const answer = () => ({ data: rows });
		expect(jsonOf(await ran(PROFILE, { answer }))).toEqual([{ data: rows }]);
		const options = { rowsPath: 'data' };
		expect(jsonOf(await ran(PROFILE, { answer, options }))).toEqual(rows);
		const wrong = await ran(PROFILE, { answer, options: { rowsPath: 'nowhere' } });
		expect(wrong.error).toHaveProperty('message', "There is no list at 'nowhere' in the response");
	});

	it('that starts a job has its ID, and one about a job that of the job', async () => {
		const started = await ran('call /screening/continuous-monitoring', {
			answer: () => ({ screening_id: 's9' }),
		});
		expect(jsonOf(started)).toEqual([{ screening_id: 's9', job: { type: 'screening', id: 's9' } }]);
		const about = await ran('call /screening/{id}/contents/unflag', {
			answer: () => ({ id: 'other', ok: true }),
		});
		expect(jsonOf(about)).toEqual([
			{ id: 'other', ok: true, job: { type: 'screening', id: 'j1' } },
		]);
	});

	const linked = { report_url: 'https://files.example.com/r.pdf' };
	const download = async (file: unknown, value: object = linked) =>
		await ran(REPORT, {
			answer: (line) => (line.includes('files.example.com') ? file : value),
			options: { downloadFile: true },
		});

	it('has the file that it links to', async () => {
		const pdf = response('%PDF-1.7', { 'content-type': 'application/pdf' });
		expect((await download(pdf)).items).toMatchObject([
			{ json: linked, file: { name: 'r.pdf', type: 'application/pdf' } },
		]);
	});

	it('whose file cannot be downloaded is kept: it was paid for', async () => {
		expect(await download(json({}, 404))).toMatchObject({
			items: [{ json: { ...linked, incomplete: 'The linked file could not be downloaded' } }],
			error: { details: { status: 404 } },
		});
	});

	it('may be a web page only where it returns a document', async () => {
		const page = () =>
			response('<html><title>Report</title></html>', { 'content-type': 'text/html' });
		expect((await ran(REPORT, { answer: page })).error).toBeUndefined();
		expect((await ran(PROFILE, { answer: page })).error).toHaveProperty(
			'message',
			expect.stringContaining('web page'),
		);
	});
});

describe('Explain Recognition', () => {
	const recognised = async (name: string, answer: unknown, options: INodeParameters = {}) => {
		const explanation = new Explanation();
		const { items = [] } = await ran(name, {
			answer: () => answer,
			options,
			item: { explanation },
		});
		return (await explained(items, explanation))[0]?.json.recognised;
	};

	it.each<[string, string, unknown, INodeParameters, object]>([
		['the rows of a list', SEARCH, { data: rows }, {}, { rows: { path: 'data' } }],
		[
			'the rows of a call',
			'call /profiles',
			{ own: rows },
			{ rowsPath: 'own' },
			{ rows: { path: 'own' } },
		],
		[
			'the job that a call starts',
			'call /screening/continuous-monitoring',
			{ screening_id: 's9' },
			{},
			{ id: { path: 'screening_id' } },
		],
		[
			'the state of a job',
			'get /screening/{id}',
			{ status: 'running' },
			{},
			{ state: { path: 'status' } },
		],
		[
			'the cost of a paid request',
			'call /contact-info',
			{ ok: true, credits_used: 3 },
			{},
			{ cost: { path: 'credits_used' } },
		],
	])('says where it found %s', async (_, name, answer, options, expected) => {
		expect(await recognised(name, answer, options)).toMatchObject(expected);
	});
});

it('the rows of a call about a job have the ID of the job', async () => {
	const { items } = await ran('call /screening/{id}/contents/unflag', {
		answer: () => ({ own: rows }),
		options: { rowsPath: 'own' },
	});
	const job = { type: 'screening', id: 'j1' };
	expect(items).toEqual(rows.map((row) => ({ json: { ...row, job } })));
});
