import { optionCollections } from '../../../../nodes/CreatorIntelligenceTrigger/panel/options';

it('options of paid requests are offered only where the trigger can submit one', () => {
	for (const { displayOptions, options } of optionCollections()) {
		const canSubmit = displayOptions?.show?.event?.includes('jobFinished');
		const text = JSON.stringify(options);
		for (const name of ['idempotencyHeader', 'retryUnsafe']) {
			expect(text.includes(`"name":"${name}"`)).toBe(canSubmit);
		}
	}
});
