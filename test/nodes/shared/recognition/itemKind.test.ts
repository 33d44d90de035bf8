import type { IDataObject } from 'n8n-workflow';

import { JOB_RESULTS, JOB_TYPES } from '../../../../nodes/shared/catalogue/jobTypes';
import { isRowKind, type Kind } from '../../../../nodes/shared/recognition/itemKind';
import { subjectOf } from '../report/pages';

const job = (type: string, state = 'finished') => ({ type, id: '1', state, rawState: null });

const url = 'https://x.example/1';
const published_at = '2026-01-01';
const sentiment = 'POSITIVE';

describe('the kind of an item', () => {
	it.each<[Kind, IDataObject]>([
		['screening', { job: job('screening'), report_summary: { risk_rating: 'LOW' } }],
		['change', { previous: null, current: { riskRating: 'LOW' }, changed: {} }],
		['purchaseIntent', { job: job('purchaseIntent'), report_information: { score: 3 } }],
		['commentsRelevance', { job: job('commentsRelevance'), report_information: { score: 3 } }],
		['comments', { job: job('purchaseIntent'), text: 'Where?', purchase_intent: true }],
		['comments', { job: job('commentsRelevance'), text: 'Where?' }],
		['screening', { job: job('screening'), text: 'Where?' }],
		['mentions', { job: job('socialListening'), text: 'Nice', url }],
		['job', { job: job('screening', 'pending') }],
		['job', { job: job('screening', 'failed'), message: 'No such profile' }],
		['job', { job: job('creatorExport'), count: 0 }],
	])('by its job or its change: %s of %j', (kind, json) => {
		expect(subjectOf(json).kind).toBe(kind);
	});

	it.each<[Kind, IDataObject]>([
		['overlap', { total_follower_count: 3, unique_follower_count: 2, profiles: [] }],
		['analytics', { profile: { full_name: 'Ada' }, audience: { countries: { DE: 1 } } }],
		['analytics', { ages: { '18-24': 1 } }],
		['analytics', { genders: { MALE: 1 } }],
		['analytics', { gender_age: [{ gender: 'MALE', age: '18-24', value: 1 }] }],
		['analytics', { history: [{ month: '2026-01', followers: 1 }] }],
		['flagged', { title: 'Party', risks: [{ category: 'ALCOHOL' }] }],
		['flagged', { text: 'Party', risks: [] }],
		['flagged', { url, risks: [] }],
		['flagged', { job: { type: 'screening', id: 1 }, url, risks: [], is_flagged: true }],
		['contents', { title: 'x', date: '2026-01-01', risks: [], is_flagged: false }],
		['purchaseIntent', { total_comment_count: 3 }],
		['screening', { riskRating: 'LOW', flaggedCount: 3, url: 'https://x.example/ada' }],
		['screening', { flaggedCount: 3, text: 'x' }],
		['screening', { riskRating: 'LOW' }],
		['comments', { text: 'Nice', commenter_username: 'bob' }],
		['comments', { text: 'Nice', relevance: 3 }],
		['comments', { text: 'Nice', purchase_intent: false }],
		['mentions', { text: 'Nice', sentiment, platform_username: 'bob' }],
		['contents', { title: 'My day', published_at }],
		['contents', { text: 'My day', published_at }],
		['creators', { full_name: 'Ada', follower_count: 3 }],
		['creators', { name: 'Ada', followers: 3, riskRating: 'LOW' }],
		['creators', { username: 'ada', platform: 'YouTube' }],
		['creators', { username: 'ada', url }],
	])('by its fields: %s for %j', (kind, json) => {
		expect(subjectOf(json).kind).toBe(kind);
	});

	it.each<IDataObject>([
		{},
		{ name: 'German', code: 'de' },
		{ current: {} },
		{ changed: {} },
		{ current: 1, changed: {} },
		{ cities: { Berlin: 1 } },
		{ risks: [] },
		{ title: 'Party', risks: { ALCOHOL: 1 } },
		{ risk_rating: 'LOW', text: 'x' },
		{ risk_rating: 'LOW', followers: 3 },
		{ text: 'Nice' },
		{ author: 'bob', sentiment },
		{ title: 'My day' },
		{ published_at },
		{ followers: 3, url },
		{ job: job('somethingNew'), text: 'x' },
		{ job: 'screening' },
	])('is unknown for %j', (json) => {
		expect(subjectOf(json).kind).toBe('other');
	});

	it('is known for each type of job', () => {
		const kinds = JOB_TYPES.map((type) => [type, subjectOf({ job: job(type), name: 'x' }).kind]);
		expect(Object.fromEntries(kinds)).toEqual(JOB_RESULTS);
	});

	it.each([
		['creators', { text: 'x' }],
		['creators', { title: 'x' }],
		['creators', { name: 'x' }],
		['creators', { username: 'x' }],
		['creators', { url }],
		['job', { followers: 3 }],
	])('is a row or a job without rows: %s of an export with %j', (kind, json) => {
		expect(subjectOf({ job: job('creatorExport'), ...json }).kind).toBe(kind);
	});

	it('is returned with the recognised values', () => {
		const json = { full_name: 'Ada', audience: { countries: { DE: 1 } } };
		const { traits, lists, ...rest } = subjectOf(json);
		expect(rest).toEqual({ kind: 'analytics', json });
		expect([traits, lists.countries]).toEqual([{ name: 'Ada' }, [{ label: 'DE', value: 1 }]]);
	});
});

it.each<[Kind, boolean]>([
	['creators', true],
	['contents', true],
	['flagged', true],
	['comments', true],
	['mentions', true],
	['screening', false],
	['other', false],
])('%s are rows: %s', (kind, isRow) => {
	expect(isRowKind(kind)).toBe(isRow);
});
