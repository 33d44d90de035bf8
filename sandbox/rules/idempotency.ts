import type { Reply } from '../dialects/dialect';
import { Problem } from '../problem';

/** By this header the service knows a request that it has carried out already. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

const CAPACITY = 10_000;

interface Asked {
	token: string;
	/** Method and address. */
	target: string;
	key: string;
	body: unknown;
}

/** The replies to requests with a key, to be sent again. */
export class Replies {
	private readonly known = new Map<string, { body: string; reply: Reply }>();

	find({ token, target, key, body }: Asked): Reply | undefined {
		const found = this.known.get(JSON.stringify([token, target, key]));
		if (found === undefined) return undefined;
		if (found.body !== JSON.stringify(body)) {
			throw new Problem(422, 'key_reused', 'The key was used with another body');
		}
		return found.reply;
	}

	add({ token, target, key, body }: Asked, reply: Reply): void {
		this.known.set(JSON.stringify([token, target, key]), { body: JSON.stringify(body), reply });
		const [oldest] = this.known.keys();
		if (this.known.size > CAPACITY && oldest !== undefined) this.known.delete(oldest);
	}
}
