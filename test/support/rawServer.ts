import net, { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const TURNS_TO_CLOSE = 1_000;

export interface RawServer {
	url: string;
	/** The first line of each request. */
	requests: string[];
	/** How many connections are open, after some time to close: n8n's client takes some turns. */
	open(): Promise<number>;
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
		open: async () => {
			for (let turns = 0; turns < TURNS_TO_CLOSE && sockets.size > 0; turns++) await delay(10);
			return sockets.size;
		},
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
