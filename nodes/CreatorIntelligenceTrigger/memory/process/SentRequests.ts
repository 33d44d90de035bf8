import type { Submission } from '../../parameters/Submission';
import type { SubmittedJob } from '../saved/State';

/** A request that went out. Without a job there is no usable answer. */
export interface SentRequest {
	readonly submission: Submission;
	readonly at: number;
	/** When it was due. */
	readonly due: number;
	readonly job?: SubmittedJob;
	/** Why there is no usable answer. */
	readonly cause?: unknown;
}

/** What this process has sent for one trigger. */
export class SentRequests {
	/** n8n drops what a poll found if the workflow is published meanwhile, but the job is paid for. */
	private sent?: SentRequest;

	private refused?: { request: string; at: number };

	private lastPollAt?: number;

	get last(): SentRequest | undefined {
		return this.sent;
	}

	/** Called before the request goes out. */
	begin(request: SentRequest): void {
		this.sent = request;
	}

	answered(job: SubmittedJob): void {
		if (this.sent !== undefined) this.sent = { ...this.sent, job };
	}

	lost(cause: unknown): void {
		if (this.sent !== undefined) this.sent = { ...this.sent, cause };
	}

	/** The service did not take it. */
	notTaken(): void {
		this.sent = undefined;
	}

	refuse(request: string, at: number): void {
		this.refused = { request, at };
	}

	forgetRefusal(): void {
		this.refused = undefined;
	}

	/** Whether it was refused less than so long ago. */
	isRefused(request: string, now: number, lastsMs: number): boolean {
		if (this.refused?.request !== request) return false;
		const sinceMs = now - this.refused.at;
		return sinceMs >= 0 && sinceMs < lastsMs;
	}

	/** The clock was set back: what was sent later than now was sent just now. */
	noLaterThan(now: number): void {
		if (this.sent !== undefined && this.sent.at > now) this.sent = { ...this.sent, at: now };
	}

	polledAt(now: number): void {
		this.lastPollAt = now;
	}

	/** The time since the last poll; 0 for the first one. */
	sinceLastPoll(now: number): number {
		return this.lastPollAt === undefined ? 0 : now - this.lastPollAt;
	}
}
