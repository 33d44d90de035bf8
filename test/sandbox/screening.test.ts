import type { AxiosInstance } from 'axios';
import { ManualClock, type Sandbox, startSandbox } from '../../sandbox';
import { sampleOf } from '../../sandbox/routes/sample';
import { clientOf } from './client';

let clock: ManualClock;
let sandbox: Sandbox;
let client: AxiosInstance;
let profile: string;

beforeEach(async () => {
	clock = new ManualClock();
	sandbox = await startSandbox({ clock });
	client = clientOf(sandbox);
	profile = sampleOf(sandbox.world).creator.url;
});
afterEach(() => sandbox.close());

interface Content {
	id: string;
	url: string;
	published_at: string;
	risks: Array<{ category: string }>;
}
interface Summary {
	flagged_content_count: number;
	total_content_count: number;
	risk_rating: string;
}

const ownContents = () => {
	const creator = sandbox.world.find(profile);
	if (!creator) throw new Error('The profile is missing');
	return sandbox.world.contents(creator);
};

async function screen(input: object = {}): Promise<string> {
	const { data } = await client.post<{ id: string }>('/screening', {
		profile_url: profile,
		...input,
	});
	clock.advance(30_000);
	return data.id;
}

const flagged = async (id: string): Promise<Content[]> => {
	const params = { limit: 200 };
	const { data } = await client.get<{ data: Content[] }>(`/screening/${id}/contents`, { params });
	return data.data;
};
const summary = async (id: string): Promise<Summary> =>
	(await client.get<{ report_summary: Summary }>(`/screening/${id}`)).data.report_summary;

const ids = (rows: Array<{ id: string }>): string[] => rows.map(({ id }) => id);

test('finds the risky contents, and the summary agrees with the list', async () => {
	const id = await screen();
	const risky = ownContents().filter(({ risks }) => risks.length > 0);
	expect(risky.length).toBeGreaterThan(2);
	expect(ids(await flagged(id))).toEqual(ids(risky));
	expect(await summary(id)).toMatchObject({
		flagged_content_count: risky.length,
		total_content_count: ownContents().length,
	});
});

test('applies the criteria: categories, and keywords that flag or ignore', async () => {
	const flaggedBy = async (criteria: object) => {
		const body = { name: 'Set', ...criteria };
		const { data } = await client.post<{ id: string }>('/flagging-criteria', body);
		return ids(await flagged(await screen({ flagging_criteria_id: data.id })));
	};
	const [{ category }] = ownContents().flatMap(({ risks }) => risks);
	const inCategory = ownContents().filter(({ risks }) =>
		risks.some((risk) => risk.category === category),
	);
	expect(await flaggedBy({ categories: [category] })).toEqual(ids(inCategory));

	const [{ hashtags }] = ownContents();
	const [term] = hashtags;
	const about = ownContents().filter(({ title, description, hashtags: tags }) =>
		`${title} ${description} ${tags.join(' ')}`.includes(term),
	);
	expect(await flaggedBy({ categories: [], keywords: [{ term }] })).toEqual(ids(about));
	const left = await flaggedBy({ keywords: [{ term, action: 'IGNORE' }] });
	expect(left.filter((id) => ids(about).includes(id))).toEqual([]);
});

test('unflagging changes the next response, once', async () => {
	const id = await screen();
	const [first, second, ...rest] = await flagged(id);
	const unflag = (body: object) => client.patch(`/screening/${id}/contents/unflag`, body);
	const body = { content_ids: [first.id], content_urls: [second.url] };
	expect((await unflag(body)).status).toBe(200);
	expect(ids(await flagged(id))).toEqual(ids(rest));
	expect((await summary(id)).flagged_content_count).toBe(rest.length);
	expect((await unflag({ content_ids: [first.id] })).status).toBe(404);
	expect(ids(await flagged(await screen()))).toContain(first.id);
});

test('monitoring makes flagged contents appear as time passes', async () => {
	const id = await screen();
	const before = (await summary(id)).flagged_content_count;
	clock.advance(600_000);
	expect((await summary(id)).flagged_content_count).toBe(before);
	const { data } = await client.post('/screening/continuous-monitoring', { profile_url: profile });
	expect(data).toMatchObject({ screening_id: id });
	for (const more of [1, 2, 3]) {
		clock.advance(60_000);
		expect((await summary(id)).flagged_content_count).toBe(before + more);
	}
	const [newest] = await flagged(id);
	expect(newest.published_at).toBe(new Date(clock.now()).toISOString());
});
