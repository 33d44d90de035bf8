import type { IDataObject } from 'n8n-workflow';

import { goodItems, holds } from '../faults/observe';
import { asker } from '../faults/TestBed';
import type { Sandbox } from '../sandbox';
import type { Execution } from '../scripts/n8n/client';
import { HOOK, type Made, WORK } from './calls';
import type { Call } from './figures';

/** The service answers within this time, on a busy machine too. */
const UNDER_WAY_MS = 1_000;

/** Puts together what the caller, n8n and the service know of each call. */
export async function seenCalls(
	sandbox: Sandbox,
	made: Made[],
	executions: Execution[],
	/** When a worker was killed. */
	killedAt: number,
): Promise<Call[]> {
	const jobs = new Map<string, string[]>();
	const underWay = new Set<string>();
	for (const { id, input, submittedAt } of sandbox.jobs.list('screening')) {
		const asked = String(input.profile_url);
		jobs.set(asked, [...(jobs.get(asked) ?? []), String(id)]);
		if (Math.abs(submittedAt - killedAt) < UNDER_WAY_MS) underWay.add(asked);
	}
	const calls = new Map<string, Call>();
	for (const { asked, kind, isAccepted } of made) {
		const isUnderWay = underWay.has(asked);
		calls.set(asked, {
			...{ asked, kind, isAccepted, isUnderWay },
			results: [],
			jobs: jobs.get(asked) ?? [],
		});
	}
	const ask = asker(sandbox.url, sandbox.token);
	for (const execution of executions) {
		const call = calls.get(askedOf(execution) ?? '');
		if (call === undefined) continue;
		for (const { json } of goodItems(execution, WORK)) {
			call.results.push({ isRight: holds(json, await truthOf(call, json, ask)) });
		}
	}
	return [...calls.values()];
}

/** What the caller has sent; undefined if n8n has dropped it. */
function askedOf({ data }: Execution): string | undefined {
	const [item] = data.resultData.runData[HOOK]?.[0]?.data?.main[0] ?? [];
	return (item?.json.body as { asked?: string } | undefined)?.asked;
}

type Ask = ReturnType<typeof asker>;

/** What the service has; for a job, that of this very call. */
async function truthOf({ kind, asked }: Call, json: IDataObject, ask: Ask): Promise<IDataObject> {
	if (kind === 'read') return await ask(`/profiles?identifier=${encodeURIComponent(asked)}`);
	return { ...(await ask(`/screening/${jobIdOf(json)}`)), profile_url: asked };
}

export const jobIdOf = ({ job }: IDataObject): string =>
	String((job as IDataObject | undefined)?.id);

/** Executions that a worker had begun and not ended when its log ends. */
export function runningAtEndOf(log: string): number {
	const of = (what: string) => log.split(`Worker ${what} execution `).length - 1;
	return of('started') - of('finished');
}
