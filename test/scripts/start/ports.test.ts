import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

import { Progress } from '../../../scripts/n8n/progress';
import { choosePort } from '../../../scripts/start/ports';

describe('a port', () => {
	let server: Server;
	let busy: number;
	const progress = new Progress();

	beforeAll(async () => {
		server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		busy = (server.address() as AddressInfo).port;
		jest.spyOn(progress, 'note').mockImplementation();
	});
	afterAll(() => void server.close());

	it('that is the default is replaced by a free one, with a message', async () => {
		const port = await choosePort('n8n', undefined, busy, progress);
		expect(port).not.toBe(busy);
		expect(progress.note).toHaveBeenCalledWith(`Port ${busy} is in use: n8n takes ${port}`);
	});

	it('that was requested is not replaced', async () => {
		await expect(choosePort('n8n', busy, 5678, progress)).rejects.toThrow(
			`Port ${busy} is in use.`,
		);
	});
});
