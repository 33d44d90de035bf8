import net, { type AddressInfo } from 'node:net';

export interface RawServer {
	url: string;
	/** The first line of each request. */
	requests: string[];
	/** Connections that are open. */
	open(): number;
	close(): Promise<void>;
}

/** A server on loopback that answers with whatever bytes it likes, as slowly as it likes. */
export async function startRawServer(
	answer: (socket: net.Socket, attempt: number) => void,
): Promise<RawServer> {
	const requests: string[] = [];
	const sockets = new Set<net.Socket>();
	const server = net.createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
		socket.on('close', () => sockets.delete(socket));
		socket.once('data', (data) => {
			requests.push(data.toString('latin1').split('\r\n')[0]);
			answer(socket, requests.length);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		open: () => sockets.size,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Sends the bytes one by one, for as long as somebody listens. */
export function drip(socket: net.Socket, text: string, everyMs: number): void {
	let at = 0;
	const timer = setInterval(() => {
		if (socket.destroyed || at >= text.length) clearInterval(timer);
		else socket.write(text[at++]);
	}, everyMs);
	socket.on('close', () => clearInterval(timer));
}
