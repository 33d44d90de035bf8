import type { INodeParameters } from 'n8n-workflow';

import { ManualClock, startSandbox, type Sandbox } from '../../../sandbox';
import { useVirtualClock } from '../../support/virtualClock';
import { exampleBody, MINUTE, newJob, newProcess, Trigger } from './trigger';

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
useVirtualClock({ time });
beforeEach(newProcess);

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox({ clock: time, creators: 100, durations: { screening: MINUTE } });
});
afterEach(async () => await sandbox.close());

/** What the log says about the executions without items of some polls. */
async function reasons(parameters: INodeParameters, polls: number): Promise<string[]> {
	const trigger = new Trigger(sandbox, parameters);
	const told: string[] = [];
	for (let count = 0; count < polls; count++) {
		const { items, logs } = await trigger.poll();
		const isEmpty = items?.every((output) => output.length === 0) ?? false;
		const messages = logs
			.map(({ message }) => message)
			.filter((message) => message.includes('without items'));
		expect(messages).toHaveLength(isEmpty ? 1 : 0);
		told.push(...messages);
		time.advance(MINUTE);
	}
	return told;
}

describe('an execution without items', () => {
	it('is explained before a request that is sent again', async () => {
		const told = await reasons(
			{
				event: 'jobFinished',
				source: 'submit',
				repeat: 'hours',
				bodyMode: 'json',
				bodyJson: JSON.stringify(exampleBody(sandbox, '/screening')),
			},
			65,
		);
		expect(told).toContainEqual(expect.stringMatching(/a request is due/));
	});

	it('is explained when a screening is seen for the first time', async () => {
		// It ends after the first poll of the activation, which n8n saves in any case.
		const id = await newJob(sandbox, '/screening');
		const told = await reasons({ event: 'screeningChanged', ids: String(id) }, 4);
		expect(told).toEqual([expect.stringMatching(/seen for the first time/)]);
	});
});
