import type { IDataObject } from 'n8n-workflow';

import {
	dialectNames,
	ManualClock,
	startSandbox,
	type DialectName,
	type Sandbox,
} from '../../sandbox';
import { runNode } from '../support/engine';
import { useVirtualClock } from '../support/virtualClock';
import { entries, jobOf } from './areas';
import { exampleOf } from './examples';

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
useVirtualClock({ time });

const waiting = entries.filter(({ operation }) => operation.kind === 'submitAndWait');

/** One with a single result, one with rows, and one whose rows have an endpoint of their own. */
const KINDS = ['/screening', '/discovery-export', '/social-listening'];

/** Waiting is the same in all dialects: the first has all pairs, the others one of each kind. */
const pairsOf = (dialect: DialectName) =>
	dialect === dialectNames[0]
		? waiting
		: waiting.filter(({ operation }) => KINDS.includes(operation.endpoint.path));

describe.each(dialectNames)('each asynchronous pair in the dialect %s', (dialect: DialectName) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ dialect, clock: time, creators: 300 });
	});
	afterAll(async () => await sandbox.close());

	it.each(pairsOf(dialect).map((entry) => [entry.operation.endpoint.path, entry] as const))(
		'%s is submitted once and watched from pending to finished',
		async (path, { node, resource, operation }) => {
			sandbox.log.clear();
			const { json, error } = await runNode({
				node,
				parameters: {
					resource,
					operation: operation.value,
					bodyMode: 'json',
					bodyJson: JSON.stringify(exampleOf(sandbox, 'POST', path)),
				},
				credentials: { baseUrl: sandbox.url, apiToken: sandbox.token },
			});
			expect(error).toBeUndefined();
			const [{ job }] = json as IDataObject[];
			expect(job).toMatchObject({ type: jobOf(operation)?.type, state: 'finished' });
			expect(sandbox.log.count({ method: 'POST', path })).toBe(1);
			const polls = sandbox.log.all().filter(({ method }) => method === 'GET');
			expect(polls.length).toBeGreaterThan(1);
			expect(polls.at(-1)?.at ?? 0).toBeGreaterThan(polls[0].at);
		},
	);
});
