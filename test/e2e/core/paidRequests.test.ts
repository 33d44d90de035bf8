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
