import { triggerProperties } from '../../../../nodes/CreatorIntelligenceTrigger/panel/properties';

it('options of paid requests are offered only where the trigger can submit one', () => {
	const collections = triggerProperties.filter(({ name }) => name === 'options');
	expect(collections).toHaveLength(2);
	for (const { displayOptions, options } of collections) {
		const canSubmit = displayOptions?.show?.event?.includes('jobFinished');
		const text = JSON.stringify(options);
		for (const name of ['idempotencyHeader', 'retryUnsafe']) {
			expect(text.includes(`"name":"${name}"`)).toBe(canSubmit);
		}
	}
});

it.each([
	'dryRun',
	'maxPaidRequests',
	'maxWait',
	'onTimeout',
	'pollInterval',
	'processedKey',
	'simplify',
	'skipProcessed',
])('%s is not offered: it has no meaning for a trigger', (name) => {
	expect(JSON.stringify(triggerProperties)).not.toContain(`"name":"${name}"`);
});

it.each([
	['hours', 'Every (Hours)'],
	['days', 'Every (Days)'],
])('the interval in %s names its unit', (unit, label) => {
	const shown = triggerProperties.filter(
		({ name, displayOptions }) =>
			name === 'every' && displayOptions?.show?.repeat?.includes(unit) === true,
	);
	expect(shown.map(({ displayName }) => displayName)).toEqual([label]);
});
