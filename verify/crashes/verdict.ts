import { judge, type Verdict as Judged } from '../judge/judge';
import type { Item } from '../judge/types';

/** What this experiment counts in addition to the judge. */
export const MORE = {
	crashed:
		'Events that were emitted only into an execution in which n8n was killed. n8n shows it as crashed, with the item in its data, and does not run it again.',
} as const;

export const JUDGED = ['right', 'repeated', 'doubled', 'lost', 'wrong', 'unsaid'] as const;

/** An item on the first output. */
export interface Event {
	eventId: string;
	isRight: boolean;
}

/** An item on the output Submitted; `nothing` if it names no job and does not say why. */
export type Submitted =
	| { kind: 'job'; id: string }
	| { kind: 'doubt'; text: string }
	| { kind: 'nothing' };

/** All that can be seen of one moment, when n8n runs again and nothing more comes. */
export interface Seen {
	/** The jobs that the trigger has submitted, before the crash and after. One that was on its way counts. */
	jobs: string[];
	finished: Event[];
	submitted: Submitted[];
	/** On the first output of executions that n8n shows as crashed, before the trigger was run. */
	crashed: Event[];
	/** Why the output is unknown. */
	problem?: string;
}

export interface Verdict extends Judged {
	crashed: number;
	/** The trigger says that it does not know whether its request was submitted. */
	isInDoubt: boolean;
}

export function verdictOf(seen: Seen): Verdict {
	const { jobs, finished, submitted, crashed, problem } = seen;
	// One thing has happened: an event with another ID is one too many.
	const eventId = finished.find(({ isRight }) => isRight)?.eventId ?? '';
	const doubts = submitted.flatMap((item) => (item.kind === 'doubt' ? [item.text] : []));
	const isInDoubt = doubts.length > 0;
	const isHeld = crashed.some(({ isRight }) => isRight);
	const isCrash = eventId === '' && isHeld && !isInDoubt;
	const all = { input: 'all' as const, message: '' };
	const judged = judge(
		{
			wanted: {
				items: [
					itemOf(eventId, true),
					...['doubt', ...jobs].map((key) => ({ ...itemOf(key, true), isOptional: true })),
				],
				isAnyOrder: true,
			},
			output: {
				items: [
					...finished.map((event) => itemOf(event.eventId, event.isRight)),
					...submitted.map((item) =>
						itemOf(item.kind === 'job' ? item.id : item.kind, item.kind !== 'nothing'),
					),
				],
				errors: [
					...doubts.map((text) => ({ ...all, text })),
					...(isCrash ? [{ ...all, text: '', isCrash }] : []),
				],
			},
			// It was to send one request.
			requests: jobs.map((job) => ({ ...SUBMISSION, job })),
		},
		'crashed',
	);
	const objections = [
		...judged.objections,
		...(isInDoubt && submitted.some(({ kind }) => kind === 'job')
			? ['in doubt, although the job is known']
			: []),
	];
	return {
		...judged,
		crashed: isCrash ? 1 : 0,
		isInDoubt,
		objections: problem === undefined ? objections : [problem],
	};
}

const SUBMISSION = { method: 'POST', path: '/screening', isCarriedOut: true, input: 0 };

const itemOf = (key: string, isRight: boolean): Item & { input: number } => ({
	json: { key, isRight, job: { eventId: key } },
	input: 0,
});
