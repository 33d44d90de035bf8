import type { FastifyReply, FastifyRequest } from 'fastify';

import { Service } from '../../nodes/shared/Service';
import { Failure } from '../../nodes/shared/failure/Failure';
import type { ServiceRequest } from '../../nodes/shared/http/types';
import { oneAttempt } from './shared/senders';
import { startServer, type LoopbackServer } from '../support/http';
import { generateReport, TOKEN } from './calls';

let server: LoopbackServer;
let link: string;
let file: (request: FastifyRequest, reply: FastifyReply) => unknown;

beforeAll(async () => {
	server = await startServer((app) => {
		app.post('/*', async () => ({ report_id: '1', report_url: link }));
		app.get('/*', async (request, reply) => {
			await file(request, reply);
			return await reply;
		});
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
	link = `${server.url}/files/report.pdf?token=signature`;
});

const pdf = (reply: FastifyReply) => reply.type('application/pdf').send(Buffer.from('%PDF-1.7'));
const asked = () => server.requests.slice(1).map(({ headers }) => headers.authorization);
const report = async (options: object = {}) =>
	await generateReport(server.url, {
		parameters: { id: '1', options: { downloadFile: true, ...options } },
	});

describe('a file of the service itself', () => {
	it('is requested with the token, even if the link has one of its own', async () => {
		file = (_, reply) => pdf(reply);
		const { json } = await report();
		expect(json).toMatchObject([{ report_id: '1', mimeType: 'application/pdf' }]);
		expect(asked()).toEqual([TOKEN]);
	});

	it.each([400, 401, 403])(
		'is requested without the token, where it is rejected with %d',
		async (code) => {
			file = ({ headers }, reply) =>
				headers.authorization === undefined ? pdf(reply) : reply.code(code).send({ message: 'no' });
			const { json, error } = await report();
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ report_id: '1', mimeType: 'application/pdf' }]);
			expect(asked()).toEqual([TOKEN, undefined]);
		},
	);

	it('that is rejected both ways says so', async () => {
		file = ({ headers }, reply) =>
			headers.authorization === undefined
				? reply.code(401).send({ message: 'token missing' })
				: reply.code(403).send({ message: 'link expired' });
		const { error } = await report();
		expect(error?.message).toContain('/files/report.pdf (403): link expired');
		expect(error?.description).toContain('without the API token, either');
	});

	it.each([404, 410, 500])('that fails with %d is not requested another way', async (code) => {
		file = (_, reply) => reply.code(code).send({});
		await report({ maxRetries: 0 });
		expect(asked()).toEqual([TOKEN]);
	});
});

describe('a link of a public service', () => {
	const sent: ServiceRequest[] = [];
	const sender = oneAttempt(async (request) => {
		sent.push(request);
		return await Promise.resolve({
			status: 200,
			headers: { 'content-type': 'application/pdf' },
			body: Buffer.from('x'),
		});
	});
	const publicService = new Service('https://api.example.com/v1', sender, 'auto');
	beforeEach(() => {
		sent.length = 0;
	});

	it.each([
		'http://127.0.0.1:5678/rest/settings',
		'http://169.254.169.254/latest/meta-data',
		'http://[::ffff:7f00:1]/x',
		'http://2130706433/x',
		'//192.168.0.1/x',
	])('to %s is not followed', async (address) => {
		const failed = publicService.download(address);
		await expect(failed).rejects.toBeInstanceOf(Failure);
		await expect(failed).rejects.toMatchObject({
			details: { message: expect.stringContaining('private address') },
		});
		expect(sent).toEqual([]);
	});

	it('to another host is followed without the token', async () => {
		await publicService.download('https://files.example.net/x');
		expect(sent).toMatchObject([{ authenticated: false, url: 'https://files.example.net/x' }]);
	});
});
