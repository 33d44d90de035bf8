import type { LimitSource } from '../transport/pace/controller';
import type { LimitWait } from '../transport/pace/Pace';

/** Shorter waits are not worth a word: users notice ten seconds. */
const MIN_REPORTED_MS = 10_000;

const REASONS: Record<LimitSource, string> = {
	header: 'The rate-limit headers of its responses say so',
	rejections: 'It rejects requests that come faster',
};

/** A sentence on a limit of the service that has held requests up for long. */
export function limitHint(wait: LimitWait | undefined): string | undefined {
	if (wait === undefined || wait.ms <= MIN_REPORTED_MS) return undefined;
	return `The rate limit of the service made requests wait for up to ${Math.round(wait.ms / 1_000)} s. ${REASONS[wait.source]}.`;
}
