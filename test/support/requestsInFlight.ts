import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

interface UnderWay {
	now: number;
	most: number;
	/** Waits until no more requests come: all that may be under way at once are then there. */
	complete(): Promise<void>;
	stop(): void;
}

/** Turns of the event loop in which no request comes: those that are sent arrive within a few. */
const QUIET_TURNS = 20;

const STARTED = 'http.server.request.start';

/** Follows how many requests a server of this process has to answer at once, from now on. */
export function followUnderWay({ url }: { url: string }): UnderWay {
	const port = Number(new URL(url).port);
	const follow = (message: unknown): void => {
		const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
		if (request.socket.localPort !== port) return;
		started += 1;
		underWay.now += 1;
		underWay.most = Math.max(underWay.most, underWay.now);
		let open = true;
		const close = () => {
			if (open) underWay.now -= 1;
			open = false;
		};
		// Before the answer leaves: its receiver may be quicker with the next request than this
		// process with the news that it has left.
		const end = response.end.bind(response);
		response.end = ((...args: Parameters<typeof end>) => {
			close();
			return end(...args);
		}) as typeof response.end;
		response.once('close', close);
	};
	let started = 0;
	const complete = async () => {
		for (let seen = started, turns = 0; turns < QUIET_TURNS; turns++) {
			await turn();
			if (seen !== started) turns = 0;
			seen = started;
		}
	};
	const stop = () => unsubscribe(STARTED, follow);
	const underWay: UnderWay = { now: 0, most: 0, complete, stop };
	subscribe(STARTED, follow);
	return underWay;
}
