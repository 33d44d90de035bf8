import { triggerProperties } from '../../../../nodes/CreatorIntelligenceTrigger/panel/properties';

it('has one parameter of each name: n8n builders read only the first', () => {
	const names = triggerProperties.map(({ name }) => name);
	expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
	expect(names).toEqual(
		expect.arrayContaining(['ids', 'keyword', 'moreFields', 'options', 'every']),
	);
});

it('IDs are needed for both events, unless a request is submitted', () => {
	const ids = triggerProperties.find(({ name }) => name === 'ids');
	expect(ids).toMatchObject({ required: true, displayOptions: { hide: { source: ['submit'] } } });
});

it('options of paid requests are offered only where the trigger submits one', () => {
	const text = JSON.stringify(triggerProperties.find(({ name }) => name === 'options'));
	for (const name of ['idempotencyHeader', 'retryUnsafe']) {
		expect(text).toMatch(
			new RegExp(`"name":"${name}"[^{}]*"displayOptions":{"show":{"/source":\\["submit"\\]}}`),
		);
	}
});

it.each([
	'dryRun',
	'maxPaidRequests',
	'maxWait',
	'onFailedJob',
	'onTimeout',
	'pollInterval',
	'processedKey',
	'report',
	'simplify',
	'skipProcessed',
])('%s is not offered: it has no meaning for a trigger', (name) => {
	expect(JSON.stringify(triggerProperties)).not.toContain(`"name":"${name}"`);
});
