import type { INodeParameters, IPollFunctions } from 'n8n-workflow';

import { jobOfType } from '../../../nodes/CreatorIntelligenceTrigger/catalogue';
import { CreatorIntelligenceTrigger } from '../../../nodes/CreatorIntelligenceTrigger/CreatorIntelligenceTrigger.node';
import {
	readParameters,
	type Parameters,
} from '../../../nodes/CreatorIntelligenceTrigger/parameters/readParameters';
import type { Contract } from '../../../nodes/shared/plan/plan';
import { fingerprint } from '../../../nodes/shared/values/fingerprint';
import { ManualClock, startSandbox, type Sandbox } from '../../../sandbox';
import { runPoll } from '../../support/poll';
import { useVirtualClock } from '../../support/virtualClock';
import { MINUTE, newProcess, Trigger } from './trigger';

const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
useVirtualClock({ time });
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ clock: time, creators: 100 });
});
afterAll(async () => await sandbox.close());
beforeEach(() => {
	newProcess();
	sandbox.log.clear();
});

const NOTHING = '={{ $vars.nothing }}';
const row = (value: string) => ({ assignments: [{ id: '1', name: 'x', value, type: 'string' }] });
const submit = (more: INodeParameters): INodeParameters => ({
	source: 'submit',
	jobType: 'screening',
	...more,
});

/** What each poll says; the second would send what the first announces. */
async function poll(parameters: INodeParameters): Promise<Array<string | undefined>> {
	const trigger = new Trigger(sandbox, parameters);
	const first = await trigger.poll();
	time.advance(MINUTE);
	const second = await trigger.poll();
	return [first, second].map(({ error }) => error?.message);
}

it.each<[string, INodeParameters]>([
	["The expression in 'Profile URL' returned nothing", submit({ profileUrl: NOTHING })],
	[
		"The expression in 'x' in 'Other Fields' returned nothing",
		submit({ profileUrl: 'a', bodyFields: row(NOTHING) }),
	],
	[
		"The expression in 'JSON Body' returned nothing",
		submit({ bodyMode: 'json', bodyJson: `${NOTHING} ` }),
	],
	[
		"The expression in 'x' in 'Fields of the Service' returned nothing",
		submit({
			bodyMode: 'schema',
			mappedFields: { mappingMode: 'defineBelow', value: { x: NOTHING } },
		}),
	],
	[
		"The expression in 'x' in 'Query Parameters' returned nothing",
		submit({ profileUrl: 'a', sendQuery: true, query: row(NOTHING) }),
	],
	[
		"The expression in 'Every' returned nothing",
		submit({ profileUrl: 'a', repeat: 'days', every: NOTHING }),
	],
	[
		"n8n could not evaluate the expression in 'x' in 'Other Fields'",
		submit({ bodyFields: row('={{ $json.x }}') }),
	],
	["Enter 'Keyword'", submit({ jobType: 'creatorExport', bodyFields: row('={{ "" }}') })],
	[
		'The request is empty: no expression in it returned a value',
		submit({ jobType: 'creatorExport', bodyMode: 'json', bodyJson: '={{ {} }}' }),
	],
	["Enter 'Profile URL'", submit({ bodyFields: row('={{ "" }}') })],
	["'Specify Body' cannot be 'input'", submit({ bodyMode: 'input' })],
	["The expression in 'Job Type' returned nothing", { jobType: NOTHING, ids: 'a' }],
	["The expression in 'IDs' returned nothing", { ids: NOTHING }],
	["'IDs' contains a value that is not an ID", { ids: '={{ ({ a: 1 }) }}' }],
	["'IDs' contains a value that is not an ID", { ids: '={{ true }}' }],
	[
		"'Every' is not a valid number",
		submit({ profileUrl: 'a', repeat: 'days', every: '={{ true }}' }),
	],
	["The expression in 'IDs' returned nothing", { event: 'screeningChanged', ids: NOTHING }],
	[
		"'Save State With Empty Executions' in Options is neither true nor false",
		{ ids: 'a', options: { emptyExecutions: '={{ "no" }}' } },
	],
	[
		"The expression in 'Save State With Empty Executions' in 'Options' returned nothing",
		{ ids: 'a', options: { emptyExecutions: NOTHING } },
	],
])('a poll fails before it sends anything: %s', async (message, parameters) => {
	expect(await poll(parameters)).toEqual([message, message]);
	expect([sandbox.log.count(), sandbox.jobs.submitted()]).toEqual([0, 0]);
});

it.each<[string, INodeParameters]>([
	['announced', {}],
	['not announced', { options: { emptyExecutions: false } }],
])(
	'a request is one and the same if its expressions return other values at each poll: %s',
	async (_, more) => {
		const body = '={{ { profile_url: "https://network.example/@" + Math.random() } }}';
		const before = sandbox.jobs.submitted();
		const trigger = new Trigger(sandbox, submit({ bodyMode: 'json', bodyJson: body, ...more }));
		for (let polls = 0; polls < 4; polls++) {
			await trigger.poll();
			time.advance(MINUTE);
		}
		expect(sandbox.jobs.submitted()).toBe(before + 1);
	},
);

it('values entered for another body mode are ignored', async () => {
	const parameters = submit({
		bodyJson: NOTHING,
		bodyFields: row('1'),
		profileUrl: 'https://network.example/@name',
	});
	const before = sandbox.jobs.submitted();
	expect(await poll(parameters)).toEqual([undefined, undefined]);
	expect(sandbox.jobs.submitted()).toBe(before + 1);
});

/** What a poll reads of the parameters. */
async function read(parameters: INodeParameters, contract?: Contract): Promise<Parameters> {
	let found: Parameters | undefined;
	class Reader extends CreatorIntelligenceTrigger {
		override async poll(this: IPollFunctions): Promise<null> {
			found = await Promise.resolve(readParameters(this, contract));
			return null;
		}
	}
	const { error } = await runPoll({ node: new Reader(), parameters });
	if (error !== undefined) throw error;
	if (found === undefined) throw new Error('Nothing was read');
	return found;
}

describe('the parameters', () => {
	it('of a change of screenings are not those that were entered for jobs', async () => {
		const entered = { jobType: 'creatorExport', profileUrl: 'a' };
		const found = await read({ event: 'screeningChanged', ids: 'a, b', ...entered });
		expect(found.submission).toBeUndefined();
		expect(found).toMatchObject({ ids: ['a', 'b'], emitFirst: false });
		expect(found.operation).toBe(jobOfType('screening'));
	});

	it('of submitted jobs have no IDs, and those of listed jobs no submission', async () => {
		expect(await read(submit({ profileUrl: 'a', ids: 'x' }))).toMatchObject({
			...{ ids: [], outcome: 'any' },
			submission: { operation: jobOfType('screening'), body: { profile_url: 'a' } },
		});
		expect((await read({ ids: 'x', profileUrl: 'a' })).submission).toBeUndefined();
	});

	it('are what the user chose', async () => {
		const screenings: INodeParameters = { event: 'screeningChanged', ids: 'a' };
		expect((await read(screenings)).emitFirst).toBe(false);
		expect((await read({ ...screenings, firstSight: 'emit' })).emitFirst).toBe(true);
		const more: INodeParameters = { outcome: 'failed', sendQuery: true, query: row('1') };
		expect(await read({ ids: 'a', ...more })).toMatchObject({
			outcome: 'failed',
			query: [{ name: 'x', value: '1' }],
		});
	});

	it.each<[INodeParameters, number]>([
		[{}, Infinity],
		[{ repeat: 'once', every: 3 }, Infinity],
		[{ repeat: 'hours', every: 2 }, 120 * MINUTE],
		[{ repeat: 'days', every: 0.5 }, 720 * MINUTE],
		[{ repeat: 'days' }, 1_440 * MINUTE],
	])('%j submit each %d ms', async (repeat, intervalMs) => {
		const { submission } = await read(submit({ profileUrl: 'a', ...repeat }));
		expect(submission?.intervalMs).toBe(intervalMs);
	});

	it('tell the requests of this trigger from those of a copy of the workflow', async () => {
		const { submission } = await read(submit({ profileUrl: 'a' }));
		expect(submission?.scope).toBe(fingerprint('workflow-1 node-1'));
	});

	it('may be an empty request, or an empty list', async () => {
		const found = await read(submit({ jobType: 'creatorExport', bodyMode: 'json' }));
		expect(found.submission?.body).toEqual({});
		expect((await read({ ids: '={{ [] }}' })).ids).toEqual([]);
	});

	it('have the contract, and the names that it gives to fields', async () => {
		const contract: Contract = {
			...{ strict: false },
			plans: new Map([['POST /screening', { fields: { profile_url: 'link' } }]]),
		};
		const { submission, settings } = await read(submit({ profileUrl: 'a' }), contract);
		expect(settings.contract).toBe(contract);
		expect(submission?.body).toEqual({ link: 'a' });
	});

	it.each<[string, INodeParameters]>([
		["'IDs' is empty", { ids: '' }],
		["'IDs' is empty", { event: 'screeningChanged', ids: ' , ' }],
		["'Every' is not a valid number", submit({ profileUrl: 'a', repeat: 'hours', every: 0 })],
		["'n' is ", submit({ bodyMode: 'json', bodyJson: '={{ ({ n: 7301234567890123000 }) }}' })],
		["'x' is ", { ids: 'a', sendQuery: true, query: row('={{ 7301234567890123000 }}') }],
	])('with a mistake are an error: %s', async (message, parameters) => {
		await expect(read(parameters)).rejects.toThrow(message);
	});
});
