import type { IDataObject } from 'n8n-workflow';

import { JOB_TYPES } from '../../../../nodes/shared/catalogue/jobTypes';
import { subjectOf } from '../../../../nodes/shared/report/kind';

const job = (type: string, state = 'finished') => ({ type, id: '1', state, rawState: null });

describe('what an item is', () => {
	it.each<[string, IDataObject]>([
		['screening', { job: job('screening'), report_summary: { risk_rating: 'LOW' } }],
		['screening', { riskRating: 'LOW', flaggedCount: 3, url: 'https://x.example/ada' }],
		['change', { previous: null, current: { riskRating: 'LOW' }, changed: {} }],
		['analytics', { profile: { full_name: 'Ada' }, audience: { countries: { DE: 1 } } }],
		['overlap', { total_follower_count: 3, unique_follower_count: 2, profiles: [] }],
		['purchaseIntent', { job: job('purchaseIntent'), report_information: { score: 3 } }],
		['commentsRelevance', { job: job('commentsRelevance'), report_information: { score: 3 } }],
		['comments', { job: job('purchaseIntent'), text: 'Where?', purchase_intent: true }],
		['comments', { text: 'Nice', commenter_username: 'bob' }],
		['mentions', { job: job('socialListening'), text: 'Nice', url: 'https://x.example/1' }],
		['mentions', { text: 'Nice', sentiment: 'POSITIVE', platform_username: 'bob' }],
		['flagged', { title: 'Party', risks: [{ category: 'ALCOHOL' }] }],
		['contents', { title: 'My day', published_at: '2026-01-01' }],
		['creators', { full_name: 'Ada', follower_count: 3 }],
		['creators', { name: 'Ada', followers: 3, riskRating: 'LOW' }],
		['job', { job: job('screening', 'pending') }],
		['job', { job: job('screening', 'failed'), message: 'No such profile' }],
		['job', { job: job('creatorExport'), count: 0 }],
		['other', { name: 'German', code: 'de' }],
		['other', {}],
	])('%s: %j', (kind, json) => {
		expect(subjectOf(json).kind).toBe(kind);
	});

	it('is known for each type of job', () => {
		const row = { name: 'x', text: 'y', url: 'https://x.example/1' };
		const kinds = JOB_TYPES.map((type) => subjectOf({ job: job(type), ...row }).kind);
		expect(kinds).not.toContain('other');
		expect(kinds).not.toContain(undefined);
	});
});
