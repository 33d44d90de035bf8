import type { JobOperation } from '../../shared/catalogue/vocabulary';
import type { Failure } from '../../shared/failure/Failure';
import { jobAtPath, pathOf } from '../catalogue';
import type { Submissions, SubmittedJob } from '../memory/saved/State';
import { keyOf, type Id } from '../parameters/ids';

export interface Target {
	/** What the state calls it. */
	key: string;
	id: Id;
	operation: JobOperation;
	/** Known of jobs that the trigger submitted itself. */
	submittedAt?: number;
}

/** A job that the service does not tell of, or whose result cannot be read. */
export interface Refusal {
	target: Target;
	failure: Failure;
	/** With `result`, the service knows the job and takes the token. */
	subject: 'job' | 'result';
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
export function targetName({ operation, id }: Pick<Target, 'operation' | 'id'>): string {
	return submittedName({ path: pathOf(operation), id });
}

/** The name of the target that stands for a job of the trigger's own. */
export function submittedName({ path, id }: Pick<SubmittedJob, 'path' | 'id'>): string {
	return `${path} ${keyOf(id)}`;
}

/** The same for each time that the same event comes out, under whatever name the job type goes. */
export function eventId({ operation, id }: Pick<Target, 'operation' | 'id'>, what: string): string {
	return `${pathOf(operation).slice(1)}/${id}/${what}`;
}
