import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';

export interface Certificate {
	key: string;
	cert: string;
}

/** A certificate for 127.0.0.1 that is self-signed, made anew for each run of the tests. */
export function selfSigned(): Certificate {
	const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'));
	const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name));
	const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const names = ['-subj', '/CN=loopback', '-addext', 'subjectAltName=IP:127.0.0.1'];
	execFileSync(
		'openssl',
		['req', '-x509', ...options, '-keyout', key, '-out', cert, '-days', '2', ...names],
		{ stdio: 'ignore' },
	);
	try {
		return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Makes this process trust the certificate, until the function that is returned is called. */
export function trust({ cert }: Certificate): () => void {
	const connect = tls.connect;
	const spy = jest
		.spyOn(tls, 'connect')
		.mockImplementation(((options: tls.ConnectionOptions, then?: () => void) =>
			connect({ ...options, ca: cert }, then)) as typeof tls.connect);
	return () => spy.mockRestore();
}

export interface TlsServer {
	url: string;
	/** How often the bytes of a request have arrived. */
	requests(): number;
	close(): void;
}

/**
 * A server that shakes hands and then, once it has read from the request, sends bytes of its own
 * choice in the stream; or sends them instead of shaking hands.
 */
export async function startTlsServer(
	options: tls.TlsOptions,
	bytes: Buffer | 'reset' | undefined,
	when: 'before the handshake' | 'after the request',
): Promise<TlsServer> {
	let requests = 0;
	const sockets = new Set<net.Socket>();
	const keep = (socket: net.Socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
	};
	const breakOff = (client: net.Socket) => {
		if (bytes === 'reset') client.resetAndDestroy();
		else if (bytes !== undefined) client.write(bytes);
	};
	let onRequest: () => void = () => undefined;
	const inner = tls.createServer(options, (socket) => {
		keep(socket);
		socket.on('data', () => {
			requests += 1;
			onRequest();
		});
	});
	inner.on('tlsClientError', () => undefined);
	const outer = net.createServer((client) => {
		keep(client);
		if (when === 'before the handshake') {
			client.once('data', () => breakOff(client));
			return;
		}
		const through = net.connect(portOf(inner), '127.0.0.1');
		keep(through);
		client.pipe(through).pipe(client);
		onRequest = () => {
			if (bytes !== undefined) through.unpipe(client);
			breakOff(client);
		};
	});
	for (const server of [inner, outer]) {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	}
	return {
		url: `https://127.0.0.1:${portOf(outer)}`,
		requests: () => requests,
		close: () => {
			outer.close();
			inner.close();
			for (const socket of sockets) socket.destroy();
		},
	};
}

function portOf(server: net.Server): number {
	return (server.address() as AddressInfo).port;
}
