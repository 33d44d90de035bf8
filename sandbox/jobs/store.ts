import type { Clock } from '../clock';
import type { JsonObject } from '../json';
import { Problem } from '../problem';
import { type DurationOptions, durationOf } from './durations';
import { specialInputsOf } from './specialInputs';
import { isDone, type Job, type JobType, jobTypes, type Phase } from './types';

interface StoreOptions {
	clock: Clock;
	capacity: number;
	durations: DurationOptions;
	timeScale: number;
	idOf: (sequence: number) => string | number;
}

export interface JobView {
	id: string | number;
	type: JobType;
	phase: Phase;
	input: JsonObject;
	submittedAt: number;
	startsAt: number;
	endsAt: number | null;
	reason?: string;
}

/** Of all inputs together, in characters. */
const MOST_WEIGHT = 32_000_000;

/** Phases are read off the clock, never set by a timer. */
export class JobStore {
	private readonly jobs = new Map<string, Job>();
	private readonly submissions = new Map<JobType, number>();
	private sequence = 0;
	private weight = 0;

	constructor(private readonly options: StoreOptions) {}

	submit(type: JobType, owner: string, input: JsonObject): Job {
		const weight = JSON.stringify(input).length;
		this.makeRoom(weight);
		const { clock, durations, timeScale, idOf } = this.options;
		const special = specialInputsOf(input);
		const { queued, running } = durationOf(type, durations, timeScale);
		const factor = special.has('instant') ? 0 : special.has('slow') ? 10 : 1;
		this.sequence += 1;
		const job: Job = {
			id: idOf(this.sequence),
			type,
			owner,
			input,
			weight,
			submittedAt: clock.now(),
			duration: { queued: queued * factor, running: running * factor },
			ending: 'finished',
			empty: special.has('empty'),
			unflagged: new Set(),
		};
		if (special.has('never-finishes')) job.ending = 'running';
		else if (special.has('unknown')) fail(job, 'The profile or content does not exist');
		else if (special.has('fails-always')) fail(job, 'The network refused to hand out the data');
		else if (special.has('partial')) {
			job.ending = 'partial';
			job.reason = 'Some of the data could not be fetched';
		}
		this.jobs.set(String(job.id), job);
		this.weight += weight;
		this.submissions.set(type, this.submitted(type) + 1);
		return job;
	}

	find(id: string, type: JobType, owner: string): Job | undefined {
		const job = this.jobs.get(id);
		return job?.type === type && job.owner === owner ? job : undefined;
	}

	first(test: (job: Job) => boolean): Job | undefined {
		for (const job of this.jobs.values()) if (test(job)) return job;
		return undefined;
	}

	phase(job: Job): Phase {
		const now = this.options.clock.now();
		if (job.settledAt === undefined) {
			const age = now - job.submittedAt;
			if (age < job.duration.queued) return 'queued';
			if (age < job.duration.queued + job.duration.running) return 'running';
		}
		return job.ending;
	}

	/** How many submits were accepted, also of jobs that have been evicted since. */
	submitted(type?: JobType): number {
		if (type) return this.submissions.get(type) ?? 0;
		return jobTypes.reduce((sum, each) => sum + (this.submissions.get(each) ?? 0), 0);
	}

	get size(): number {
		return this.jobs.size;
	}

	/** Newest first. */
	list(type?: JobType, limit = Infinity): JobView[] {
		const views: JobView[] = [];
		for (const job of [...this.jobs.values()].reverse()) {
			if (views.length >= limit) break;
			if (type === undefined || job.type === type) views.push(this.view(job));
		}
		return views;
	}

	get(id: string | number): JobView | undefined {
		const job = this.jobs.get(String(id));
		return job && this.view(job);
	}

	/** Ends a job now, whatever it was asked for. */
	settle(id: string | number, ending: 'finished' | 'partial' | 'failed', reason?: string): void {
		const job = this.jobs.get(String(id));
		if (!job) throw new Error(`There is no job ${id}`);
		job.settledAt = this.options.clock.now();
		job.ending = ending;
		job.reason = ending === 'finished' ? undefined : (reason ?? 'Ended by hand');
	}

	clear(): void {
		this.jobs.clear();
		this.weight = 0;
		this.submissions.clear();
	}

	private view(job: Job): JobView {
		const { id, type, input, submittedAt, duration, reason } = job;
		const phase = this.phase(job);
		const startsAt = submittedAt + duration.queued;
		const endsAt = job.settledAt ?? (job.ending === 'running' ? null : startsAt + duration.running);
		return { id, type, phase, input, submittedAt, startsAt, endsAt, ...(reason && { reason }) };
	}

	private makeRoom(weight: number): void {
		for (const [key, job] of this.jobs) {
			if (this.hasRoom(weight)) return;
			if (!isDone(this.phase(job))) continue;
			this.jobs.delete(key);
			this.weight -= job.weight;
		}
		if (this.hasRoom(weight)) return;
		throw new Problem(429, 'too_many_jobs', 'Too many requests are in progress at once');
	}

	private hasRoom(weight: number): boolean {
		return this.jobs.size < this.options.capacity && this.weight + weight <= MOST_WEIGHT;
	}
}

function fail(job: Job, reason: string): void {
	job.ending = 'failed';
	job.reason = reason;
}
