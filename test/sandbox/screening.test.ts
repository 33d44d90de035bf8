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
