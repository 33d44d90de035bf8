import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../../sandbox';
import { judged, type Morning } from '../../../verify/overnight/books';
import type { Row } from '../../../verify/overnight/pack';

const profile = (place: number) => `https://pictura.example/${place}`;

const row = (place: number, given: Partial<Row> = {}): Row => ({
	...{ campaign: 'spring', profile_url: profile(place), place, state: 'finished' },
	...{ job_id: `job-${place}`, risk_rating: 'LOW', flagged: 2, note: '', ...given },
});

/** A submission that the service has carried out. */
const entry = (place: number, given: Partial<LogEntry> = {}): LogEntry => ({
	...{ number: place, at: 0, method: 'POST', path: '/screening', query: {}, headers: {} },
	...{ body: { profile_url: profile(place) }, rawBody: `{"profile_url":"${profile(place)}"}` },
	...{ answer: `{"id":"job-${place}","status":"QUEUED"}`, status: 200, durationMs: 1, faults: [] },
	...given,
});

const ask = async (path: string): Promise<IDataObject> => ({
	id: path.replace('/screening/', ''),
	status: 'SUCCESS',
	report_summary: { risk_rating: 'LOW', flagged_content_count: 2 },
});

const morning: Morning = {
	campaign: { name: 'spring', header: '' },
	rows: [row(1), row(2), row(3)],
	log: [entry(1), entry(2), entry(3)],
	ceilings: [2, 3],
	paidAtFirst: 2,
	ask,
};
const lost = { status: null, faults: ['resetAfter'] };
const keyed = { name: 'spring', header: 'Idempotency-Key' };

it.each<[string, Partial<Morning>]>([
	['all is as the service has it', {}],
	[
		'a lost request is repeated under its key',
		{ log: [entry(1, lost), entry(1, { isReplay: true }), entry(2), entry(3)], campaign: keyed },
	],
	[
		'a row is in doubt, and says so',
		{ rows: [row(1), row(2), row(3, { state: 'unknown', job_id: null })] },
	],
	['the rate limit rejected one', { log: [...morning.log, entry(3, { status: 429 })] }],
])('has no objections if %s', async (_, given) => {
	expect((await judged({ ...morning, ...given })).objections).toEqual([]);
});

it.each<[string, Partial<Morning>]>([
	['1 doubled', { log: [...morning.log, entry(3)] }],
	['1 lost', { rows: [row(1), row(2), row(3, { state: 'new', job_id: null })] }],
	['1 wrong', { rows: [row(1), row(2), row(3, { risk_rating: 'HIGH' })] }],
	['1 wrong', { rows: [row(1), row(2), row(3, { job_id: 'job-2' })] }],
	['1 wrong', { rows: [row(1), row(2), row(3, { state: 'pending' })] }],
	['1 requests above the ceiling', { paidAtFirst: 3 }],
	['1 requests above the ceiling', { ceilings: [2, 2] }],
	[
		'1 unknown, in spite of the idempotency header',
		{ rows: [row(1), row(2), row(3, { state: 'unknown', job_id: null })], campaign: keyed },
	],
])('objects: %s', async (objection, given) => {
	const { objections } = await judged({ ...morning, ...given });
	expect(objections).toEqual(
		expect.arrayContaining([expect.stringMatching(new RegExp(`^${objection}`))]),
	);
});

it('names what is unknown, and whether the service has a job for it', async () => {
	const rows = [row(1), row(2, { state: 'unknown' }), row(3, { state: 'unknown' })];
	const { unknown } = await judged({ ...morning, rows, log: [entry(1), entry(2)] });
	expect(unknown).toEqual([
		{ profile: profile(2), hasJob: true },
		{ profile: profile(3), hasJob: false },
	]);
});
