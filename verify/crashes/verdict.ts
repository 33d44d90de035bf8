import { judge, type Out, type Verdict as Judged } from '../judge/judge';

/** What this experiment counts in addition to the judge. */
export const MORE = {
	requests: 'Requests to the service after n8n was started again.',
	paid: 'Paid requests, before n8n was killed and after. One that was on its way counts as carried out.',
	crashed:
		'Events that were emitted only into an execution in which n8n was killed. n8n shows it as crashed, with the item in its data, and does not run it again.',
} as const;

export const JUDGED = ['right', 'repeated', 'doubled', 'lost', 'wrong', 'unsaid'] as const;
export const COUNTED = ['requests', 'paid', 'crashed', ...JUDGED] as const;

/** An item on the first output. */
export type Event = Required<Pick<Out, 'eventId' | 'isRight'>>;

/** An item on the output Submitted; `nothing` if it names no job and does not say why. */
export type Submitted = { kind: 'job'; id: string } | { kind: 'doubt' } | { kind: 'nothing' };

/** All that can be seen of one moment, when n8n runs again and nothing more comes. */
export interface Seen {
	/** After the restart. */
	requests: number;
	/** The jobs that the trigger has submitted, before the crash and after. */
	jobs: string[];
	finished: Event[];
	submitted: Submitted[];
	/** On the first output of executions that n8n shows as crashed, before the trigger was run. */
	crashed: Event[];
	/** Why the output is unknown. */
	problem?: string;
}

export interface Verdict extends Judged {
	paid: number;
	crashed: number;
	/** The trigger says that it does not know whether its request was submitted. */
	isInDoubt: boolean;
}

const EVENT = 'event';
const all = { input: 'all' as const, message: '' };

export function verdictOf(seen: Seen): Verdict {
	const { requests, jobs, finished, submitted, crashed, problem } = seen;
	// One thing has happened: an event with another ID is one too many.
	const eventId = finished.find(({ isRight }) => isRight)?.eventId;
	const isInDoubt = submitted.some(({ kind }) => kind === 'doubt');
	const isHeld = crashed.some(({ isRight }) => isRight);
	const isCrash = eventId === undefined && isHeld && !isInDoubt;
	const may = ['doubt', ...jobs].map((key) => ({ key, input: 0, isOptional: true }));
	const judged = judge(
		{
			requests,
			wanted: [{ key: EVENT, input: 0 }, ...may],
			out: [
				...finished.map((it) => ({ ...it, key: it.eventId === eventId ? EVENT : undefined })),
				...submitted.map(outOf),
			],
			reported: [
				...(isInDoubt ? [{ ...all, text: 'may have been submitted' }] : []),
				...(isCrash ? [{ ...all, text: '', isCrash }] : []),
			],
			// It was to send one request.
			paid: jobs.map((job) => ({ request: '', input: 0, job })),
			log: '',
		},
		'crashed',
	);
	const isKnown = eventId !== undefined || submitted.some(({ kind }) => kind === 'job');
	const objections = [
		...judged.objections,
		...(isInDoubt && isKnown ? ['in doubt, although the job is known'] : []),
	];
	return {
		...judged,
		paid: jobs.length,
		crashed: isCrash ? 1 : 0,
		isInDoubt,
		objections: problem === undefined ? objections : [problem],
	};
}

function outOf(item: Submitted): Out {
	if (item.kind === 'nothing') return { isRight: false };
	const key = item.kind === 'job' ? item.id : item.kind;
	return { key, eventId: key, isRight: true };
}
