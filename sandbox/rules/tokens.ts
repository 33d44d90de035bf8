import type { Clock } from '../clock';
import type { FaultRule } from '../faults/rule';
import { Problem } from '../problem';
import { type RateLimit, RateLimiter } from './rateLimit';

export const DEFAULT_TOKEN = 'sandbox-token';
/** Known, but not allowed to do anything. */
export const SUSPENDED_TOKEN = 'sandbox-suspended';

export interface TokenOptions {
	rateLimit?: RateLimit;
	/** Paid requests (POST) that the token has left. */
	quota?: number;
	suspended?: boolean;
	faults?: FaultRule[];
}

export interface Account {
	readonly token: string;
	readonly limiter?: RateLimiter;
	quotaLeft: number;
	readonly suspended: boolean;
}

/** Faults may follow a token: `sandbox-token~status=503,times=2`. */
export const splitToken = (header: string): { token: string; suffix?: string } => {
	const at = header.indexOf('~');
	return at < 0 ? { token: header } : { token: header.slice(0, at), suffix: header.slice(at + 1) };
};

export class Tokens {
	private readonly accounts = new Map<string, Account>();

	constructor(options: Record<string, TokenOptions>, clock: Clock) {
		for (const [token, { rateLimit, quota = Infinity, suspended = false }] of Object.entries(
			options,
		)) {
			this.accounts.set(token, {
				token,
				limiter: rateLimit && new RateLimiter(rateLimit, clock),
				quotaLeft: quota,
				suspended,
			});
		}
	}

	/** The header holds the token alone: with a `Bearer ` before it, it is another, unknown token. */
	authenticate(header: string | undefined): Account {
		if (!header) throw new Problem(401, 'missing_token', 'The Authorization header is missing');
		const account = this.accounts.get(splitToken(header).token);
		if (!account) throw new Problem(401, 'invalid_token', 'The API token is not valid');
		if (account.suspended) throw new Problem(403, 'suspended', 'The account is suspended');
		return account;
	}
}
