import { clock } from '../clock';
import { Cancelled } from '../failure/Cancelled';

/** So many jobs are polled when one has ended. Each of them that has ended wakes as many again. */
const CALLED = 2;

export class Post {
	/** Set while it waits and may be looked at. */
	call?: () => void;
	lookedAt = 0;

	constructor(private readonly lookout: Lookout) {}

	get role(): { scoutOf: number } | 'waiting' {
		return this.lookout.isScout(this) ? { scoutOf: this.lookout.size } : 'waiting';
	}

	/** Its job has ended, or is not waited for any more. */
	leave(): void {
		this.lookout.leave(this);
	}

	/** Waits until then or until it is woken, but at least as long as Retry-After. */
	async waitUntil(at: number, earliest: number, signal: AbortSignal): Promise<void> {
		const over = new AbortController();
		const called = new Promise<void>((resolve) => {
			this.call = () => {
				this.call = undefined;
				resolve();
			};
		});
		const within = AbortSignal.any([signal, over.signal]);
		try {
			await clock.sleep(Math.min(earliest, at) - clock.monotonic(), within);
			const rest = clock.sleep(at - clock.monotonic(), within);
			// Nobody waits for it any more once it is broken off below.
			rest.catch(() => undefined);
			await Promise.race([rest, called]);
		} finally {
			over.abort('no longer waited for');
			this.call = undefined;
			this.lookedAt = clock.monotonic();
		}
		if (signal.aborted) throw new Cancelled();
	}
}

/** All jobs that a run waits for: which one is polled often, and which ones are woken. */
export class Lookout {
	private readonly posts = new Set<Post>();

	/** How many jobs there were at most. */
	size = 0;

	join(): Post {
		const post = new Post(this);
		this.posts.add(post);
		this.size = Math.max(this.size, this.posts.size);
		return post;
	}

	isScout(post: Post): boolean {
		const [scout] = this.posts;
		return post === scout;
	}

	/** Its job has ended: others are polled, and one of them becomes the scout. */
	leave(post: Post): void {
		const wasScout = this.isScout(post);
		if (!this.posts.delete(post)) return;
		const [scout] = this.posts;
		if (scout === undefined) return;
		const longestAgo = this.longestAgo(CALLED, scout);
		// A scout that has been one for some time is looked at soon anyway.
		const called = wasScout ? [scout, ...longestAgo] : longestAgo;
		for (const each of called.slice(0, CALLED)) each.call?.();
	}

	/** Those of the waiting that were not looked at for longest; not sorted, as they may be thousands. */
	private longestAgo(count: number, scout: Post): Post[] {
		const found: Post[] = [];
		for (const post of this.posts) {
			if (post === scout || post.call === undefined) continue;
			const last = found.at(-1);
			if (found.length === count && last !== undefined && post.lookedAt >= last.lookedAt) continue;
			const at = found.findIndex(({ lookedAt }) => post.lookedAt < lookedAt);
			found.splice(at === -1 ? found.length : at, 0, post);
			found.length = Math.min(found.length, count);
		}
		return found;
	}
}
