import type { IDataObject } from 'n8n-workflow';

import type { LogEntry } from '../../sandbox';
import type { Ask } from '../harness/service';
import { jobOf, requestsIn } from '../judge/books';
import { judge, type Verdict } from '../judge/judge';
import type { Item, ReportedError, SentRequest } from '../judge/types';
import type { Campaign, Row } from './pack';

export const SUBMISSION = { method: 'POST', path: '/screening' } as const;

/** What the campaign has to say for itself in the morning: its rows, and the books of the service. */
export interface Morning {
	campaign: Campaign;
	rows: Row[];
	/** The submissions in the books of the service. */
	log: readonly LogEntry[];
	ask: Ask;
	/** Of the first night, and of both. */
	ceilings: number[];
	/** Requests that the service had carried out when the first night was over. */
	paidAtFirst: number;
}

export interface Result extends Verdict {
	header: string;
	creators: number;
	paidAtFirst: number;
	paid: number;
	/** Requests that the service carried out beyond the ceiling, at the end of either night. */
	above: number;
	failedJobs: number;
	/** Creators whose row says `unknown`, and whether the service has a job for them. */
	unknown: Array<{ profile: string; hasJob: boolean }>;
}

/** The requests of a campaign that the service has carried out, and those that it has not. */
function requestsOf(
	log: readonly LogEntry[],
	rows: ReadonlyArray<Pick<Row, 'profile_url'>>,
): SentRequest[] {
	const inputs = new Map(rows.map(({ profile_url }, input) => [profile_url, input]));
	const inputOf = ({ body }: LogEntry) =>
		inputs.get(String((body as IDataObject | undefined)?.profile_url));
	const own = log.filter((entry) => inputOf(entry) !== undefined);
	return requestsIn(own, inputOf);
}

const carriedOut = (requests: SentRequest[]): SentRequest[] =>
	requests.filter(({ isCarriedOut }) => isCarriedOut);

export const paidIn = (log: readonly LogEntry[], rows: Parameters<typeof requestsOf>[1]): number =>
	carriedOut(requestsOf(log, rows)).length;

/** As the pack's list of what to check says it. */
const IN_DOUBT =
	'The request may have been processed and charged. Check with the service, then set the state of the row.';

export async function judged(morning: Morning): Promise<Result> {
	const { campaign, rows, log, ask, ceilings, paidAtFirst } = morning;
	const requests = requestsOf(log, rows);
	const items: Item[] = [];
	const errors: ReportedError[] = [];
	for (const [input, row] of rows.entries()) {
		if (row.state === 'unknown') errors.push({ input, message: 'unknown', text: IN_DOUBT });
		else if (row.state !== 'new') items.push({ json: itemOf(row), input });
	}
	const wanted: Array<{ input: number; json?: IDataObject }> = [];
	for (const input of rows.keys()) {
		const job = jobOf(requests, input, items);
		wanted.push({
			input,
			json: job === undefined ? undefined : truthOf(await ask(`/screening/${job}`)),
		});
	}
	const unknown = errors.map(({ input }) => ({
		profile: rows[Number(input)].profile_url,
		hasJob: wanted[Number(input)].json !== undefined,
	}));
	const observation = {
		wanted: { items: wanted, isAnyOrder: true },
		output: { items, errors },
		requests,
	};
	const verdict =
		unknown.length === 0
			? judge(observation)
			: judge({ ...observation, affected: unknown.length }, 'reported');
	const paid = carriedOut(requests).length;
	const above = Math.max(0, paidAtFirst - ceilings[0]) + Math.max(0, paid - ceilings[1]);
	const isDoubtful = campaign.header !== '' && unknown.length > 0;
	return {
		...verdict,
		...{ header: campaign.header, creators: rows.length },
		...{ paidAtFirst, paid, above, unknown },
		failedJobs: wanted.filter(({ json }) => json?.state === 'failed').length,
		objections: [
			...verdict.objections,
			...(above > 0 ? [`${above} requests above the ceiling`] : []),
			...(isDoubtful ? [`${unknown.length} unknown, in spite of the idempotency header`] : []),
		],
	};
}

const itemOf = ({ job_id, state, risk_rating, flagged }: Row): IDataObject => ({
	id: job_id,
	state,
	risk_rating: risk_rating ?? '',
	flagged,
});

/** What a row has to say of a job that has ended. */
function truthOf({ id, status, report_summary: summary }: IDataObject): IDataObject {
	const { risk_rating = '', flagged_content_count: flagged = null } = (summary ??
		{}) as IDataObject;
	const state = status === 'SUCCESS' ? 'finished' : 'failed';
	return { id, state, risk_rating, flagged };
}
