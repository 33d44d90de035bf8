import type { INodeParameters } from 'n8n-workflow';

import type { Execution } from '../../../scripts/n8n/client';
import { chain, errorOf, fields, items, ours, start } from '../../../verify/harness/workflow';
import { hooked } from '../support/hook';
import { useBench } from '../support/service';

const bench = useBench();

const SUBMISSION = { method: 'POST', path: '/screening' };
const submissions = () => bench.sandbox.log.count(SUBMISSION);
const url = (name: string) => ({ url: `https://pictura.example/${name}` });

const NODE = 'socialBackgroundCheck';
const submitting = (options: INodeParameters, settings = {}) =>
	ours(
		NODE,
		{
			resource: 'screening',
			operation: 'submit',
			bodyFields: fields({ profile_url: '={{ $json.url }}' }),
			options: { maxRetries: 0, ...options },
		},
		bench.credential,
		settings,
	);

const summaryOf = ({ data }: Execution) =>
	(data.resultData.runData[NODE]?.at(-1)?.hints ?? []).map(({ message }) => message).join();

it('Max Paid Requests ends an execution, and a retry of it continues to count', async () => {
	const inputs = ['a', 'b', 'c'].map(url);
	const limited = submitting({ maxPaidRequests: 2, maxConcurrency: 1 });
	const { id } = await start(bench.n8n, chain('Limit', [limited], inputs));
	const first = await bench.n8n.waitFor(id);
	expect(first.status).toBe('error');
	expect(errorOf(first).message).toMatch(/'Max Paid Requests' is reached \[item 2\]$/);
	expect(submissions()).toBe(2);

	const second = await bench.n8n.waitFor(await bench.n8n.retry(id));
	expect(second.status).toBe('error');
	expect(submissions()).toBe(2);
});

it('Max Paid Requests returns an error for each remaining item with Continue', async () => {
	const continues = { onError: 'continueRegularOutput', retryOnFail: true };
	const { call } = await hooked(bench.n8n, [submitting({ maxPaidRequests: 1 }, continues)]);
	const execution = await call(['a', 'b'].map(url));
	expect(items(execution, NODE)).toMatchObject([
		{ job: { state: 'pending' } },
		{ error: { code: 'MAX_PAID_REQUESTS' } },
	]);
	expect(submissions()).toBe(1);
	expect(summaryOf(execution)).toMatch(/^Requests sent that may be charged: 1\./);
});

it('Skip Already Processed sends nothing twice, except what was rejected', async () => {
	const skipping = submitting(
		{ skipProcessed: true, processedKey: '={{ $json.url }}' },
		{ onError: 'continueRegularOutput' },
	);
	const { call } = await hooked(bench.n8n, [skipping]);
	bench.sandbox.faults.add({ kind: 'status', status: 422, times: 1, ...SUBMISSION });
	expect(items(await call([url('a')]), NODE)).toMatchObject([{ error: { status: 422 } }]);
	expect(items(await call([url('a')]), NODE)).toMatchObject([{ job: { state: 'pending' } }]);
	const third = await call(['a', 'b'].map(url));
	expect(items(third, NODE)).toHaveLength(1);
	expect(summaryOf(third)).toMatch(/Items skipped because an earlier execution sent them: 1\.$/);
	expect(bench.sandbox.log.count({ ...SUBMISSION, status: 422 })).toBe(1);
	expect(submissions()).toBe(3);
});

it('a dry run looks up processed keys without recording any', async () => {
	const dry = submitting({ skipProcessed: true, dryRun: true });
	const { call } = await hooked(bench.n8n, [dry]);
	for (let run = 0; run < 2; run++) {
		const execution = await call([url('a')]);
		expect(items(execution, NODE)).toMatchObject([{ paidRequests: { atLeast: 1, atMost: 1 } }]);
		expect(summaryOf(execution)).toMatch(/would send and that may be charged: 1\./);
	}
	expect(submissions()).toBe(0);
});
