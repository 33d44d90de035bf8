import type { Sandbox } from '../../sandbox';
import type { RateLimit } from '../../sandbox/rules/rateLimit';
import { Random } from '../../sandbox/world/random';
import type { Workflow } from '../../scripts/n8n/client';
import type { Cluster } from '../harness/Cluster';
import { asker, createCredential } from '../harness/service';
import { MINUTE, SECOND, until } from '../harness/time';
import { activated } from '../harness/trigger';
import { judged, paidIn, type Result, SUBMISSION } from './books';
import { type Kill, killAll, planKills, supervise } from './kills';
import { CAMPAIGNS, collecting, profileOf, submitting, Table } from './pack';

export interface Plan {
	/** Of each campaign. */
	creators: number;
	kills: number;
	seed: number;
	/** The ceiling of the first night, as a part of all creators. */
	firstNight: number;
	/** Of the jobs. */
	failingShare: number;
	/** Of the responses to submissions, those that are lost. */
	lostShare: number;
}

export interface Outcome {
	plan: Plan;
	results: Result[];
	kills: Kill[];
	/** From the first request to the end of each night. */
	seconds: number[];
	/** All requests, and those that the rate limit rejected. */
	requests: { all: number; rejected: number };
}

const PATIENCE = 60 * MINUTE;
const LOOKS = 10 * SECOND;

export async function run(
	cluster: Cluster,
	sandbox: Sandbox,
	limit: RateLimit,
	plan: Plan,
): Promise<Outcome> {
	const { creators, kills: count, seed } = plan;
	const n8n = await cluster.launchAll();
	const credential = await createCredential(n8n, sandbox);
	const table = await Table.create(n8n);
	const lists = listsOf(plan);
	await table.add(lists.flat());
	loseResponses(sandbox, plan);

	const began = Date.now();
	const say = (text: string) =>
		console.log(`${Math.round((Date.now() - began) / SECOND)} s  ${text}`);
	const paid = () => sandbox.jobs.submitted('screening');
	const kills = planKills(seed, count, CAMPAIGNS.length * creators);
	const release = supervise(cluster);
	const killing = killAll(cluster, kills, paid, say);
	const ceilings = [Math.round(creators * plan.firstNight), creators];
	const seconds: number[] = [];
	let paidAtFirst: number[] = [];
	await activated(n8n, await collecting(credential));
	for (const ceiling of ceilings) {
		const submits: Workflow[] = [];
		for (const campaign of CAMPAIGNS) {
			const document = await submitting(credential, campaign, ceiling);
			submits.push(await patiently(async () => await activated(n8n, document)));
		}
		await nightOver(table, ceiling, () => say(`${paid()} requests paid`));
		seconds.push(Math.round((Date.now() - began) / SECOND));
		say(`A night with the ceiling ${ceiling} is over`);
		for (const submit of submits) await patiently(async () => await n8n.deactivate(submit));
		if (seconds.length === 1) {
			paidAtFirst = lists.map((rows) => paidIn(sandbox.log.find(SUBMISSION), rows));
		}
	}
	await killing;
	await release();

	const log = sandbox.log.all();
	const requests = { all: log.length, rejected: log.filter(({ status }) => status === 429).length };
	// The judge has no reason to wait.
	limit.requests = Number.MAX_SAFE_INTEGER;
	const rows = await patiently(async () => await table.all());
	const results: Result[] = [];
	for (const [n, campaign] of CAMPAIGNS.entries()) {
		const own = rows.filter((row) => row.campaign === campaign.name);
		const morning = { campaign, rows: own, ceilings, paidAtFirst: paidAtFirst[n] };
		const log = sandbox.log.find(SUBMISSION);
		results.push(await judged({ ...morning, log, ask: asker(sandbox) }));
	}
	return { plan, results, kills, seconds, requests };
}

/** The rows of each campaign. */
function listsOf({ creators, failingShare, seed }: Plan) {
	const random = new Random(seed, 'jobs that fail');
	return CAMPAIGNS.map((campaign) =>
		Array.from({ length: creators }, (_, n) => ({
			campaign: campaign.name,
			name: `Creator ${n + 1}`,
			profile_url: profileOf(campaign, n + 1, random.chance(failingShare)),
			place: n + 1,
			state: 'new',
			reported: false,
		})),
	);
}

/** The service does the work, and its response is lost. */
function loseResponses({ faults }: Sandbox, { creators, lostShare, seed }: Plan): void {
	const all = creators * CAMPAIGNS.length;
	const places = Array.from({ length: all }, (_, skip) => skip);
	for (const skip of new Random(seed, 'lost').some(places, Math.round(all * lostShare))) {
		faults.add({ kind: 'resetAfter', ...SUBMISSION, skip, times: 1 });
	}
}

/** Until all that the ceiling allows has been sent and has ended. */
async function nightOver(table: Table, ceiling: number, say: () => void): Promise<void> {
	const isOver = async () => {
		say();
		// While n8n or its database is down, nothing is over.
		return (await openRows(table, ceiling).catch(() => NaN)) === 0;
	};
	await until(isOver, PATIENCE, LOOKS).catch(() => console.log('The night is not over'));
}

async function openRows(table: Table, ceiling: number): Promise<number> {
	let open = 0;
	for (const value of ['new', 'submitting', 'pending']) {
		open += await table.count([
			{ columnName: 'state', condition: 'eq', value },
			{ columnName: 'place', condition: 'lte', value: ceiling },
		]);
	}
	return open;
}

/** What is asked of n8n may have to wait until it has started again. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
	const answers: T[] = [];
	const isAnswered = async () =>
		await ask().then(
			(answer) => answers.push(answer) > 0,
			() => false,
		);
	await until(isAnswered, PATIENCE, LOOKS);
	return answers[0];
}
