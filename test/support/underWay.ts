import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface UnderWay {
	now: number;
	most: number;
	stop(): void;
}

const STARTED = 'http.server.request.start';

/** Follows how many requests a server of this process has to answer at once, from now on. */
export function followUnderWay({ url }: { url: string }): UnderWay {
	const port = Number(new URL(url).port);
	const follow = (message: unknown): void => {
		const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
		if (request.socket.localPort !== port) return;
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
	const underWay: UnderWay = { now: 0, most: 0, stop: () => unsubscribe(STARTED, follow) };
	subscribe(STARTED, follow);
	return underWay;
}
