import { clock } from '../shared/clock';
import type { Failure } from '../shared/failure/Failure';
import type { Job } from '../shared/jobs/job';
import { readState } from '../shared/recognition/job';
import { noteState } from '../shared/operations/unknownState';
import { jobItem, jobResult } from '../shared/operations/result';
import type { RequestDraft } from '../shared/request/draft';
import type { OutputItem } from '../shared/response/outputItem';
import type { Answer } from '../shared/Service';
import { jobAtPath, pathOf } from './catalogue';
import type { JobOperation } from '../shared/catalogue/vocabulary';
import { IDS_LABEL, keyOf, type Id } from './ids';
import type { Round } from './round';
import type { Submissions } from './state';
import { iso } from '../shared/values/time';
import type { FieldRow } from '../shared/values/nesting';

/** A job that is watched. */
export interface Target {
	key: string;
	id: Id;
	operation: JobOperation;
	/** Known of jobs that the trigger submitted itself. */
	submittedAt?: number;
}

/** How results are read. */
export interface ResultCall {
	query: FieldRow[];
	wanted: number;
}

/** A job that the service does not tell of, or whose result cannot be read. */
export interface Refusal {
	target: Target;
	failure: Failure;
	/** The service knows the job and takes the token: it is the result, or how it is to be read. */
	ofResult: boolean;
}

export interface Looked {
	job: Job;
	answer: Answer;
	draft: RequestDraft;
}

export function targetOf(operation: JobOperation, id: Id, submittedAt?: number): Target {
	return { key: keyOf(id), id, operation, submittedAt };
}

/** Jobs that the trigger has submitted itself; those of a type that is gone are left out. */
export function ownTargets({ watched }: Submissions): Target[] {
	return watched.flatMap(({ id, path, at }) => {
		const operation = jobAtPath(path);
		return operation === undefined ? [] : [targetOf(operation, id, at)];
	});
}

/** Tells targets of different types apart, too. */
export function targetName({ operation, key }: Target): string {
	return `${pathOf(operation)} ${key}`;
}

/** Asks for the state of a job. */
export async function look(round: Round, target: Target, call: ResultCall): Promise<Looked> {
	const { operation, id, submittedAt } = target;
	const { get, results, type } = operation.job;
	const draft: RequestDraft = {
		endpoint: get,
		id,
		idLabel: IDS_LABEL,
		query: results === undefined ? call.query : [],
	};
	const answer = await round.service.ask(draft);
	round.accepted = true;
	const seen = readState(answer.content, answer.response, round.settings.job);
	noteState(round.hints, seen);
	const { state, rawState } = seen;
	const job: Job = {
		type,
		id,
		state,
		rawState,
		...(submittedAt !== undefined && { submittedAt: iso(submittedAt) }),
		...(state !== 'pending' && { finishedAt: iso(clock.now()) }),
		eventId: eventId(target, state),
	};
	return { job, answer, draft };
}

/** What comes out for it: the rows or the whole result of a finished job, else the answer. */
export async function itemsOf(
	round: Round,
	{ operation }: Target,
	{ job, answer, draft }: Looked,
	call: ResultCall,
): Promise<OutputItem[]> {
	if (job.state !== 'finished') return [jobItem(job, answer)];
	return await jobResult(
		round.reader(operation),
		{ resultQuery: call.query, settings: round.settings, wanted: call.wanted },
		{ job, draft, answer },
	);
}

/** The same for each time that the same event comes out, under whatever name the job type goes. */
export function eventId({ operation, id }: Pick<Target, 'operation' | 'id'>, what: string): string {
	return `${pathOf(operation).slice(1)}/${id}/${what}`;
}
