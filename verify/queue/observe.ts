import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { Execution } from '../../scripts/n8n/client';
import { goodItems } from '../harness/executions';
import { type Ask, asker } from '../harness/service';
import { WORK } from '../harness/workflow';
import { holds } from '../judge/compare';
import type { Out, Paid, Seen } from '../judge/judge';
import { type Call, HOOK, type Made } from './calls';
import { namingLines } from './figures';

/** The service answers within this time, on a busy machine too. */
const UNDER_WAY_MS = 1_000;

interface Finished {
	sandbox: Sandbox;
	made: Made[];
	executions: Execution[];
	/** Of all processes. */
	log: string;
}

/** Puts together what the caller, n8n and the service know of the calls of one kind. */
export async function seenOf(
	{ sandbox, made, executions, log }: Finished,
	kind: Call['kind'],
): Promise<Seen> {
	const calls = made.filter((each) => each.kind === kind);
	const inputs = new Map(calls.map(({ asked }, input) => [asked, input]));
	const ask = asker(sandbox);
	const out: Out[] = [];
	for (const execution of executions) {
		const key = askedOf(execution);
		if (key === undefined || !inputs.has(key)) continue;
		for (const { json } of goodItems(execution, WORK)) {
			const truth = await truthOf({ kind, asked: key }, json, ask);
			out.push({ key, isRight: holds(json, truth) });
		}
	}
	return {
		requests: calls.length,
		wanted: calls.map(({ asked }, input) => ({ key: asked, input })),
		out,
		// The caller got an error, and knows.
		reported: calls.flatMap(({ isAccepted }, input) =>
			isAccepted ? [] : [{ input, message: 'n8n refused the call', text: '' }],
		),
		paid: sandbox.jobs.list('screening').flatMap(({ id, input: { profile_url: url } }): Paid[] => {
			const input = inputs.get(String(url));
			return input === undefined ? [] : [{ request: String(url), input, job: String(id) }];
		}),
		log: namingLines(log),
	};
}

/** Paid requests that were under way when a worker was killed. */
export function underWay({ paid }: Seen, { jobs }: Sandbox, killedAt: number): Paid[] {
	return paid.filter(({ job = '' }) => {
		const { submittedAt = NaN } = jobs.get(job) ?? {};
		return Math.abs(submittedAt - killedAt) < UNDER_WAY_MS;
	});
}

/** What the caller has sent; undefined if n8n has dropped it. */
function askedOf({ data }: Execution): string | undefined {
	const [item] = data.resultData.runData[HOOK]?.[0]?.data?.main[0] ?? [];
	return (item?.json.body as { asked?: string } | undefined)?.asked;
}

/** What the service has; for a job, that of this very call. */
async function truthOf({ kind, asked }: Call, json: IDataObject, ask: Ask): Promise<IDataObject> {
	if (kind === 'read') return await ask(`/profiles?identifier=${encodeURIComponent(asked)}`);
	return { ...(await ask(`/screening/${jobIdOf(json)}`)), profile_url: asked };
}

export const jobIdOf = ({ job }: IDataObject): string =>
	String((job as IDataObject | undefined)?.id);
