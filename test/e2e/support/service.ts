import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox';
import { sampleOf, type Sample } from '../../../sandbox/routes/sample';
import type { Credential, N8nClient } from '../../../scripts/n8n/client';
import { createCredential } from '../../../verify/harness/service';
import { connect } from './instance';

export interface Bench {
	n8n: N8nClient;
	sandbox: Sandbox;
	sample: Sample;
	credential: Credential;
}

/** Jobs last a second, not half a minute. */
const QUICK: SandboxOptions = { timeScale: 0.03 };

/** For each test file: a client of n8n, a sandbox, and a credential for it. */
export function useBench(options: SandboxOptions = {}): Bench {
	const bench: Partial<Bench> = {};
	beforeAll(async () => {
		bench.n8n = await connect();
		bench.sandbox = await startSandbox({ ...QUICK, ...options });
		bench.sample = sampleOf(bench.sandbox.world);
		bench.credential = await createCredential(bench.n8n, bench.sandbox);
	});
	beforeEach(() => {
		bench.sandbox?.log.clear();
		bench.sandbox?.faults.clear();
	});
	afterAll(async () => {
		// The next file's is then the only one of its name.
		if (bench.credential) await bench.n8n?.deleteCredential(bench.credential.id);
		await bench.sandbox?.close();
	});
	// Filled before the first test; before that, nothing may read it.
	return bench as Bench;
}
