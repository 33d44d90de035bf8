import { useBench } from '../support/service';
import { chain, errorOf, execute, fields, items, ours } from '../../../verify/harness/workflow';

const bench = useBench();

const analytics = (settings = {}) =>
	ours(
		'creatorSearch',
		{
			resource: 'profileAnalytics',
			operation: 'get',
			bodyFields: fields({ identifier: '={{ $json.handle }}' }),
			options: { maxRetries: 0 },
		},
		bench.credential,
		settings,
	);

it('an error has a message that says what happened and a description that says what to do', async () => {
	const execution = await execute(
		bench.n8n,
		chain('Unknown profile', [analytics()], [{ handle: 'unknown' }]),
	);
	expect(execution.status).toBe('error');
	const { message, description } = errorOf(execution);
	expect(message).toMatch(/\S/);
	expect(description).toMatch(/\S/);
	expect(`${message} ${description}`).toMatch(/not found|unknown/i);
});

it('a rejected token is named as such, and not shown', async () => {
	const wrong = await bench.n8n.createCredential({
		name: 'Wrong',
		type: 'creatorIntelligenceApi',
		data: { baseUrl: bench.sandbox.url, apiToken: 'wrong-secret' },
	});
	const execution = await execute(
		bench.n8n,
		chain('Wrong token', [
			ours('creatorSearch', { resource: 'dictionary', operation: 'getLanguages' }, wrong),
		]),
	);
	const { message, description } = errorOf(execution);
	expect(`${message} ${description}`).toMatch(/token|credential/i);
	expect(JSON.stringify(execution)).not.toContain('wrong-secret');
});

it('with continue on fail, one bad item does not fail the others', async () => {
	const handles = [bench.sample.creator.username, 'unknown', bench.sample.other.username];
	const execution = await execute(
		bench.n8n,
		chain(
			'Continue on fail',
			[analytics({ onError: 'continueErrorOutput' })],
			handles.map((handle) => ({ handle })),
		),
	);
	expect(execution.status).toBe('success');
	expect(items(execution, 'creatorSearch', 0)).toHaveLength(2);
	expect(items(execution, 'creatorSearch', 1)).toHaveLength(1);
});
