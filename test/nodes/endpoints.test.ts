import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { needsId, readsRows } from '../../nodes/shared/catalogue/vocabulary';
import { dialectNames, startSandbox, type DialectName, type Sandbox } from '../../sandbox';
import { FILES } from '../../sandbox/service';
import { runNode, type RunResult } from '../support/engine';
import { entries, jobOf, type Entry } from './areas';
import { exampleOf, instantly } from './examples';
import { queryOf } from './parameters';

/** Runs operations with the inputs that the sandbox gives as examples. */
class Driver {
	private readonly ids = new Map<string, string | number>();

	constructor(readonly sandbox: Sandbox) {}

	async run(entry: Entry): Promise<RunResult> {
		const { node, resource, operation } = entry;
		const parameters: INodeParameters = {
			resource,
			operation: operation.value,
			...(await this.input(entry)),
			...(operation.kind === 'submitAndWait' && { options: { pollInterval: 0 } }),
		};
		const { url, token, log } = this.sandbox;
		log.clear();
		return await runNode({ node, parameters, credentials: { baseUrl: url, apiToken: token } });
	}

	private async input({ operation }: Entry): Promise<INodeParameters> {
		const { method, path } = operation.endpoint;
		const example = exampleOf(this.sandbox, method, path);
		if (path.endsWith('/unflag')) example.content_ids = [await this.flaggedContentId()];
		return {
			...(needsId(operation) && { id: await this.idFor(path) }),
			...(method === 'GET'
				? { ...queryOf(example) }
				: { bodyMode: 'json', bodyJson: JSON.stringify(example) }),
		};
	}

	private async flaggedContentId(): Promise<string | number> {
		const flagged = entries.find(({ operation }) => operation.endpoint.path.endsWith('/contents'));
		if (flagged === undefined) throw new Error('Nothing lists flagged content');
		return idIn((await this.run(flagged)).json[0]);
	}

	/** The id of something that was made by the POST on the path before `{id}`. */
	private async idFor(path: string): Promise<string | number> {
		const [parent] = path.split('/{id}');
		const known = this.ids.get(parent);
		if (known !== undefined) return known;
		const maker = entries.find(
			({ operation: { endpoint, kind } }) =>
				endpoint.method === 'POST' && endpoint.path === parent && kind !== 'submitAndWait',
		);
		if (maker === undefined) throw new Error(`Nothing makes the id of ${path}`);
		const { json } = await this.run(maker);
		const id = idIn(json[0]);
		this.ids.set(parent, id);
		return id;
	}
}

function idIn(json: IDataObject): string | number {
	for (const holder of [json.job, json, json.data, json.result, json.payload]) {
		const id = (holder as IDataObject | undefined)?.id;
		if (typeof id === 'string' || typeof id === 'number') return id;
	}
	throw new Error(`No id in ${JSON.stringify(json)}`);
}

const title = ({ node, resource, operation }: Entry) =>
	`${node.description.name} ${resource}: ${operation.value}`;

describe.each(dialectNames)('in the dialect %s', (dialect: DialectName) => {
	let driver: Driver;

	beforeAll(async () => {
		driver = new Driver(await startSandbox({ dialect, durations: instantly }));
	});
	afterAll(async () => await driver.sandbox.close());

	it.each(entries.map((entry) => [title(entry), entry] as const))('%s', async (_, entry) => {
		const { operation } = entry;
		const { items, json, error } = await driver.run(entry);

		expect(error).toBeUndefined();
		expect(json.length).toBeGreaterThan(0);
		expect(items[0].every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(
			true,
		);
		const sent = driver.sandbox.log.all();
		expect(sent[0].method).toBe(operation.endpoint.method);
		expect(sent[0].headers.authorization).toBe(driver.sandbox.token);
		// A download of a linked file may be refused with the token, and is then tried without it.
		const own = sent.filter(({ path }) => !path.startsWith(FILES));
		expect(own.every(({ status }) => status !== null && status < 400)).toBe(true);

		const job = jobOf(operation);
		if (job !== undefined) {
			expect(json[0].job).toMatchObject({
				type: job.type,
				state: operation.kind === 'submit' ? expect.any(String) : 'finished',
			});
		}
		if (readsRows(operation)) expect(json.every((row) => !Array.isArray(row.data))).toBe(true);
	});
});
