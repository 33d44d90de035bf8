import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import type { INodeParameters } from 'n8n-workflow';

import { useVirtualClock } from '../../support/virtualClock';
import { submitting } from './scriptedService';
import { jobOf, limitPolls, newProcess, Trigger } from './trigger';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let url: string;
let received: Record<'dictionary' | 'submit' | 'status' | 'contents', Answer>;
const sockets = new Set<Socket>();
const time = useVirtualClock();
let posts = 0;

const json =
	(body: object): Answer =>
	(response) =>
		response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

/** A byte of blank space now and then, for ever: sound JSON so far. */
const drip: Answer = (response) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	void time.drag(response, () => response.write(' '));
};
const silence: Answer = (response) => void time.drag(response);
const headersOnly: Answer = (response) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	response.flushHeaders();
	void time.drag(response);
};
/** Each hop takes nearly as long as a read may. */
const slowRedirects: Answer = (response, request) => {
	void time
		.drag(response, undefined, 6_000)
		.then(() => response.writeHead(302, { location: request.url }).end());
};
const brokenHeader: Answer = (response) => {
	void time.drag(response, () => response.socket?.write('x'));
};

beforeAll(async () => {
	server = createServer((request, response) => {
		if (request.method === 'POST') posts += 1;
		const path = request.url ?? '';
		if (request.method === 'POST') return received.submit(response, request);
		if (path.includes('dictionary')) return received.dictionary(response, request);
		if (path.includes('contents')) return received.contents(response, request);
		return received.status(response, request);
	});
	server.on('connection', (socket) => sockets.add(socket));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
	newProcess();
	posts = 0;
	received = {
		dictionary: json({}),
		submit: (response, request) => json({ id: `job-${posts}` })(response, request),
		status: json({ status: 'SUCCESS', risk_rating: 'LOW' }),
		contents: json({ data: [] }),
	};
});
afterEach(() => {
	jest.restoreAllMocks();
	for (const socket of sockets) socket.destroy();
	sockets.clear();
});

/** As short as the first poll of an activation. */
const POLL_MS = 20_000;
const triggerOf = (parameters: INodeParameters, isFromQueue = false) => {
	limitPolls(POLL_MS);
	return new Trigger(
		{ token: 'token-123456', url },
		{ event: 'jobFinished', jobType: 'screening', ...parameters },
		{ isFromQueue },
	);
};
/** How long a poll takes. */
const timed = async (trigger: Trigger) => {
	const began = time.elapsed;
	const { error } = await trigger.poll({ activation: 'init' });
	expect(error).toBeUndefined();
	return time.elapsed - began;
};
const ids = (trigger: Trigger) => trigger.finished.map((item) => jobOf(item).id);

describe.each<[string, Answer]>([
	['drips', drip],
	['says nothing', silence],
	['sends its headers only', headersOnly],
	['redirects slowly', slowRedirects],
	['never ends its headers', brokenHeader],
])('a service that %s', (_, hang) => {
	it.each([
		['a job', { ids: 'x' }, 'status', false],
		['a job, from the queue', { ids: 'x' }, 'status', true],
		['a screening', { ids: 'x', event: 'screeningChanged', firstSight: 'emit' }, 'contents', false],
	] as const)(
		'%s: the poll ends in time, and the next one continues',
		async (__, more, what, queue) => {
			const trigger = triggerOf(more, queue);
			const good = received[what];
			received[what] = hang;
			expect(await timed(trigger)).toBeLessThanOrEqual(POLL_MS);
			expect(trigger.finished).toEqual([]);
			received[what] = good;
			await timed(trigger);
			expect(ids(trigger)).toEqual(['x']);
		},
	);

	it('a submission: reported, and not sent again', async () => {
		const trigger = triggerOf(submitting());
		received.submit = hang;
		expect(await timed(trigger)).toBeLessThanOrEqual(POLL_MS);
		await trigger.poll({ activation: 'init' });
		await timed(trigger);
		expect(posts).toBe(1);
		expect(trigger.submitted.map((item) => jobOf(item).id)).toEqual([null]);
	});
});
