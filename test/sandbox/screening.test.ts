import axios, { type AxiosInstance } from 'axios';
import { dialectNames, ManualClock, type Sandbox, startSandbox } from '../../sandbox';
import { sampleOf } from '../../sandbox/routes/sample';
import { clientOf } from './client';
import { allRows, Data, readers, submit } from './readers';

const MONTH = 30.44 * 24 * 3_600_000;

describe.each(dialectNames)('screening in the dialect %s', (dialect) => {
	const reader = readers[dialect];
	let clock: ManualClock;
	let sandbox: Sandbox;
	let client: AxiosInstance;
	let profile: string;

	beforeEach(async () => {
		clock = new ManualClock();
		sandbox = await startSandbox({ dialect, clock });
		client = clientOf(sandbox);
		profile = sampleOf(sandbox.world).creator.url;
	});
	afterEach(() => sandbox.close());

	const ownContents = () => {
		const creator = sandbox.world.find(profile);
		if (!creator) throw new Error('The profile is missing');
		return sandbox.world.contents(creator);
	};

	async function screen(input: object = {}): Promise<string> {
		const id = await submit(client, reader, '/screening', { profile_url: profile, ...input });
		clock.advance(30_000);
		return id;
	}

	const flagged = async (id: string, query: object = {}): Promise<Data[]> =>
		(
			await allRows(reader, 50, (params) =>
				client.get(`/screening/${id}/contents`, { params: { ...params, ...query } }),
			)
		).rows;

	const summary = async (id: string): Promise<Data> =>
		reader.jobRecord(new Data((await client.get(`/screening/${id}`)).data)).at('report_summary');

	async function criteria(body: object): Promise<string> {
		const { data } = await client.post('/flagging-criteria', { name: 'Set', ...body });
		return reader.record(new Data(data)).at('id').text;
	}

	const ids = (rows: Data[]): string[] => rows.map((row) => row.at('id').text);

	test('finds the risky contents, and the summary agrees with the list', async () => {
		const id = await screen();
		const risky = ownContents().filter(({ risks }) => risks.length > 0);
		expect(risky.length).toBeGreaterThan(2);
		expect(ids(await flagged(id))).toEqual(risky.map((content) => content.id));
		const found = await summary(id);
		expect(found.at('flagged_content_count').number).toBe(risky.length);
		expect(found.at('total_content_count').number).toBe(ownContents().length);
		expect(await flagged(id, { include_all: true })).toHaveLength(ownContents().length);
	});

	test('applies the categories of the criteria', async () => {
		const [{ category }] = ownContents().flatMap(({ risks }) => risks);
		const id = await screen({ flagging_criteria_id: await criteria({ categories: [category] }) });
		const expected = ownContents().filter(({ risks }) =>
			risks.some((risk) => risk.category === category),
		);
		const rows = await flagged(id);
		expect(ids(rows)).toEqual(expected.map((content) => content.id));
		for (const row of rows) {
			expect(row.at('risks').list.map((risk) => risk.at('category').text)).toEqual([category]);
		}
	});

	test('applies keywords: flag, ignore, whole words and parts', async () => {
		const [{ hashtags }] = ownContents();
		const [word] = hashtags;
		const about = ownContents().filter(({ title, description, hashtags: tags }) =>
			`${title} ${description} ${tags.join(' ')}`.includes(word),
		);
		const flag = await criteria({ categories: [], keywords: [{ term: word }] });
		const rows = await flagged(await screen({ flagging_criteria_id: flag }));
		expect(ids(rows)).toEqual(about.map((content) => content.id));
		expect(rows[0].at('keywords').value).toEqual([word]);

		const part = { term: word.slice(1), match_type: ['PARTIAL'] };
		const parts = await criteria({ categories: [], keywords: [part] });
		expect(await flagged(await screen({ flagging_criteria_id: parts }))).toHaveLength(about.length);
		const wholes = await criteria({ categories: [], keywords: [{ term: word.slice(1) }] });
		expect(await flagged(await screen({ flagging_criteria_id: wholes }))).toHaveLength(0);

		const ignore = await criteria({ keywords: [{ term: word, action: 'IGNORE' }] });
		const left = await flagged(await screen({ flagging_criteria_id: ignore }));
		const ignored = new Set(about.map((content) => content.id));
		expect(ids(left).filter((id) => ignored.has(id))).toEqual([]);
	});

	test('applies the period', async () => {
		const id = await screen({ flagging_criteria_id: await criteria({ time_period_in_months: 2 }) });
		const since = clock.now() - 2 * MONTH;
		const recent = ownContents().filter(({ publishedAt }) => publishedAt >= since);
		expect(recent.length).toBeLessThan(ownContents().length);
		expect((await summary(id)).at('total_content_count').number).toBe(recent.length);
	});

	test('unflagging changes the next response, once', async () => {
		const id = await screen();
		const [first, second, ...rest] = await flagged(id);
		const unflag = (body: object) => client.patch(`/screening/${id}/contents/unflag`, body);
		const done = await unflag({
			content_ids: [first.at('id').text],
			content_urls: [second.at('url').text],
		});
		expect(done.status).toBe(dialect === 'bare' ? 204 : 200);
		expect(ids(await flagged(id))).toEqual(ids(rest));
		expect((await summary(id)).at('flagged_content_count').number).toBe(rest.length);
		expect((await unflag({ content_ids: [first.at('id').text] })).status).toBe(404);
		expect(ids(await flagged(await screen()))).toContain(first.at('id').text);
	});

	test('monitoring makes flagged contents appear as time passes', async () => {
		const id = await screen();
		const before = (await summary(id)).at('flagged_content_count').number;
		clock.advance(600_000);
		expect((await summary(id)).at('flagged_content_count').number).toBe(before);
		const { data } = await client.post('/screening/continuous-monitoring', {
			profile_url: profile,
		});
		expect(String(reader.record(new Data(data)).at('screening_id').value)).toBe(id);
		const counts: number[] = [];
		for (let i = 0; i < 3; i++) {
			clock.advance(60_000);
			counts.push((await summary(id)).at('flagged_content_count').number);
		}
		expect(counts).toEqual([before + 1, before + 2, before + 3]);
		const [newest] = await flagged(id);
		expect(newest.at('published_at').text).toBe(new Date(clock.now()).toISOString());
	});

	test('monitoring starts a screening where there is none', async () => {
		const { data } = await client.post('/screening/continuous-monitoring', {
			profile_url: profile,
		});
		const id = String(reader.record(new Data(data)).at('screening_id').value);
		clock.advance(30_000);
		expect((await summary(id)).at('risk_rating').text).toMatch(/LOW|MEDIUM|HIGH/);
	});

	test('a report is a PDF, from this server or the file server, and a signed URL accepts no token', async () => {
		const id = await screen();
		const reply = await client.post(
			`/screening/${id}/generate-report`,
			{},
			{ responseType: 'arraybuffer' },
		);
		const text = Buffer.from(reply.data).toString();
		const isJson = String(reply.headers['content-type']).startsWith('application/json');
		const url = reader.reportUrl(isJson ? { ...reply, data: JSON.parse(text) } : reply);
		let bytes: Buffer;
		if (url === undefined) {
			expect(reply.headers['content-type']).toBe('application/pdf');
			expect(reply.headers['content-disposition']).toMatch(
				/^attachment; filename="screening-.+\.pdf"$/,
			);
			bytes = Buffer.from(reply.data);
		} else {
			const isHere = dialect === 'flat' || dialect === 'linked';
			expect(new URL(url).origin).toBe(isHere ? sandbox.origin : sandbox.filesOrigin);
			expect((await client.get(url)).status).toBe(400);
			const options = { validateStatus: () => true };
			expect((await axios.get(url.replace(/signature=./, 'signature='), options)).status).toBe(403);
			bytes = Buffer.from((await axios.get(url, { responseType: 'arraybuffer' })).data);
		}
		expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
		expect(bytes.toString('latin1')).toMatch(/%%EOF\s*$/);
	});

	test('parts of a screening that is not done', async () => {
		const id = await submit(client, reader, '/screening', { profile_url: profile });
		const { notReadyStatus } = reader;
		expect((await client.get(`/screening/${id}/contents`)).status).toBe(notReadyStatus);
		const report = await client.post(`/screening/${id}/generate-report`, {});
		expect(report.status).toBe(notReadyStatus);
	});
});
