import type { INodeParameters } from 'n8n-workflow';

import { ManualClock, startSandbox, type Sandbox } from '../../../../sandbox';
import { useVirtualClock } from '../../../support/virtualClock';
import { MINUTE, newProcess, Trigger } from '../trigger';

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
	[
		'The request is empty: no expression in it returned a value',
		submit({ jobType: 'creatorExport', bodyFields: row('={{ "" }}') }),
	],
	[
		'The request is empty: no expression in it returned a value',
		submit({ jobType: 'creatorExport', bodyMode: 'json', bodyJson: '={{ {} }}' }),
	],
	["Enter 'Profile URL' or 'Content URL'", submit({ bodyFields: row('={{ "" }}') })],
	["'Specify Body' cannot be 'input'", submit({ bodyMode: 'input' })],
	["The expression in 'Job Type' returned nothing", { jobType: NOTHING, ids: 'a' }],
	["The expression in 'IDs' returned nothing", { ids: NOTHING }],
	["'IDs' contains a value that is not an ID", { ids: '={{ ({ a: 1 }) }}' }],
	["'IDs' contains a value that is not an ID", { ids: '={{ true }}' }],
	[
		"'Every' is not a valid number",
		submit({ profileUrl: 'a', repeat: 'days', every: '={{ true }}' }),
	],
	[
		"The expression in 'Screening IDs' returned nothing",
		{ event: 'screeningChanged', ids: NOTHING },
	],
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
