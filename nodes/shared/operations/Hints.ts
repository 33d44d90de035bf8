import type { Wait } from '../transport/limiter/AdaptiveLimiter';

/** `info`: the result may be what the user wants. */
type Kind = 'warning' | 'info';

/** Hints for the user, each shown once for all items. */
export class Hints {
	private readonly hints: Record<Kind, Map<string, Set<string>>> = {
		warning: new Map(),
		info: new Map(),
	};

	/** % in `text` is replaced by the subjects of all items. */
	add(text: string, subject = '', kind: Kind = 'warning'): void {
		const subjects = this.hints[kind].get(text) ?? new Set();
		this.hints[kind].set(text, subjects.add(subject));
	}

	texts(mostNamed = Infinity, kind: Kind = 'warning'): string[] {
		return [...this.hints[kind]].map(([text, subjects]) =>
			text.replace('%', () => enumerate([...subjects], mostNamed)),
		);
	}
}

export function enumerate(subjects: string[], most: number): string {
	const more = subjects.length - most;
	return subjects.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Shorter waits are not reported: users notice ten seconds. */
const MIN_REPORTED_MS = 10_000;

const RATE_LIMIT = 'The rate limit of the service made requests wait for up to %.';
const FAILURES = 'The service failed, so requests waited for up to % before they were retried.';

export function limitHint(wait: Wait | undefined): string | undefined {
	if (wait === undefined || wait.ms <= MIN_REPORTED_MS) return undefined;
	const text = wait.source === 'limit' ? RATE_LIMIT : FAILURES;
	return text.replace('%', `${Math.round(wait.ms / 1_000)} s`);
}
