import { COUNTED } from '../judge/judge';
import { meanings } from '../report/evidence';
import { type Provenance, sentence } from '../report/provenance';
import { markdown } from '../report/tables';
import type { Outcome } from './run';

const MORE = {
	above: 'Requests that the service carried out beyond the ceiling, at the end of either night.',
	unknown: 'Creators whose row says that it is unknown whether the request was received.',
} as const;

const LINES = ['creators', 'paidAtFirst', 'paid', 'failedJobs', 'above', ...COUNTED] as const;
const LABELS: Partial<Record<(typeof LINES)[number], string>> = {
	paidAtFirst: 'paid for in the first night',
	paid: 'paid for in both nights',
	failedJobs: 'of these, jobs that failed at the service',
	failed: 'failed (unknown)',
};

const labelOf = ({ header }: Outcome['results'][number]): string =>
	header === '' ? 'without a header' : 'with an idempotency header';

const namesOf = ({ unknown }: Outcome['results'][number]): string =>
	unknown
		.map(({ profile, hasJob }) => `${profile.split('/').at(-1)}${hasJob ? '' : ' (not received)'}`)
		.join(', ') || 'none';

/** docs/evidence/overnight.md. */
export function page(figures: Outcome, provenance: Provenance): string {
	const { plan, kills, seconds, requests, results } = figures;
	const { creators, firstNight, failingShare, lostShare } = plan;
	const percent = (share: number) => `${100 * share} %`;
	const objections = results.flatMap((each) =>
		each.objections.map((text) => `${labelOf(each)}: ${text}`),
	);
	return [
		'# Two nights, and everything is killed',
		`What became of ${creators} creators in each of two campaigns. ${sentence(provenance)} All figures are in [overnight.json](overnight.json). [Run thousands over night](../overnight.md) has the workflows.`,
		`n8n runs in queue mode with a main process, two workers, PostgreSQL and Redis. The two workflows of the pack run on their schedules, about 15 times as often. The service limits the rate of requests, ${percent(failingShare)} of its jobs fail, and ${percent(lostShare)} of its responses to submissions are lost after the job was created. The ceiling of the first night is ${Math.round(creators * firstNight)}. A process is killed with \`kill -9\` at ${kills.length} random moments (seed ${plan.seed}; the JSON file names each), and started again.`,
		markdown(
			['', ...results.map(labelOf)],
			LINES.map((line) => [LABELS[line] ?? line, ...results.map((each) => each[line])]),
		),
		objections.length === 0
			? 'All is as expected.'
			: `**Not as expected: ${objections.join('; ')}.**`,
		`The nights were over after ${seconds.join(' and ')} seconds. ${requests.all} requests were sent, of which the rate limit rejected ${requests.rejected}.`,
		'## What is unknown',
		results.map((each) => `- ${labelOf(each)}: ${namesOf(each)}`).join('\n'),
		'Without an idempotency header, these creators were in a batch of ten when n8n was killed, or the response was lost. The workflow lists them by name and does not send them again. "Not received" is what only the service can say.',
		'## What is counted',
		meanings(COUNTED, MORE),
		'The command fails if a request was paid for twice, if a row is not what the service has, if a creator is missing, if more was paid for than the ceiling allows, or if a row is unknown in spite of an idempotency header.',
	].join('\n\n');
}
