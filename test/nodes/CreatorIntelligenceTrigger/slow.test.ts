import type { Socket } from 'node:net';

import { least } from '../../support/least';
import { drip, startRawServer, type RawServer } from '../../support/rawServer';
import { TOKEN } from '../calls';
import { Trigger } from './trigger';

let server: RawServer;
let answer: (socket: Socket) => void;

beforeAll(async () => {
	server = await startRawServer((socket) => answer(socket));
});
afterAll(async () => await server.close());

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const dripping = (socket: Socket) => {
	socket.write(`${HEAD}content-length: 10000\r\n\r\n`);
	drip(socket, '{'.padEnd(10_000), 100);
};
const finished = (socket: Socket) => {
	const body = '{"id":"job-1","status":"SUCCESS"}';
	socket.end(`${HEAD}content-length: ${body.length}\r\n\r\n${body}`);
};

describe('a service whose answers drip', () => {
	it('does not keep a poll from ending, nor the next one from finding the job', async () => {
		answer = dripping;
		const trigger = new Trigger(
			{ url: server.url, token: TOKEN },
			{ event: 'jobFinished', jobType: 'screening', source: 'ids', ids: 'job-1' },
			{ pollBudgetMs: 3_000 },
		);
		const took = await least(4_000, async () => {
			const before = performance.now();
			await trigger.poll();
			return performance.now() - before;
		});
		expect(took).toBeLessThan(4_000);
		answer = finished;
		await trigger.poll();
		expect(trigger.finished).toMatchObject([{ job: { id: 'job-1', state: 'finished' } }]);
	});
});
