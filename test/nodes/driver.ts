import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { needsId, readsRows } from '../../nodes/shared/catalogue/types';
import type { Sandbox } from '../../sandbox';
import { FILES } from '../../sandbox/service';
import { runNode, type RunNodeOptions, type RunResult } from '../engine/engine';
import { entries, jobOf, type Entry } from './areas';
import { exampleOf } from './examples';
import { queryOf } from './parameters';

export const title = ({ node, resource, operation }: Entry) =>
	`${node.description.name} ${resource}: ${operation.value}`;

/** Runs operations with the inputs that the sandbox gives as examples. */
export class Driver {
	private readonly ids = new Map<string, string | number>();

	constructor(
		readonly sandbox: Sandbox,
		/** Options of every node, and more of the credential. */
		private readonly more: { options?: INodeParameters; credential?: IDataObject } = {},
	) {}

	private get credentials() {
		const { url, token } = this.sandbox;
		return { baseUrl: url, apiToken: token, ...this.more.credential };
	}

	/** For what has to be there before something else can be run. */
	get lenient() {
		return { credentials: { ...this.credentials, strictContract: false } };
	}

	async run(entry: Entry, how: Partial<RunNodeOptions> = {}): Promise<RunResult> {
		const options = await this.optionsOf(entry, how);
		this.sandbox.log.clear();
		return await runNode(options);
	}

	async optionsOf(entry: Entry, how: Partial<RunNodeOptions> = {}): Promise<RunNodeOptions> {
		const { node, resource, operation } = entry;
		const parameters: INodeParameters = {
			resource,
			operation: operation.value,
			...(await this.input(entry)),
			options: {
				...(operation.kind === 'submitAndWait' && { pollInterval: 0 }),
				...this.more.options,
			},
			...how.parameters,
		};
		return { node, credentials: this.credentials, ...how, parameters };
	}

	private async input({ operation }: Entry): Promise<INodeParameters> {
		const { method, path } = operation.endpoint;
		const { id, ...example } = exampleOf(this.sandbox, method, path);
		if (path.endsWith('/unflag')) example.content_ids = [await this.flaggedContentId()];
		return {
			...(needsId(operation) && { id: typeof id === 'string' ? id : await this.idFor(path) }),
			...(method === 'GET'
				? { ...queryOf(example) }
				: { bodyMode: 'json', bodyJson: JSON.stringify(example) }),
		};
	}

	private async flaggedContentId(): Promise<string | number> {
		const flagged = entries.find(({ operation }) => operation.endpoint.path.endsWith('/contents'));
		if (flagged === undefined) throw new Error('Nothing lists flagged content');
		const [flaggedItem] = (await this.run(flagged, this.lenient)).json;
		return idIn({ ...flaggedItem, job: undefined });
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
		const { json, error } = await this.run(maker, this.lenient);
		if (error !== undefined) throw new Error(`${error.message}: ${error.description}`);
		const id = idIn(json[0]);
		this.ids.set(parent, id);
		return id;
	}
}

export function idIn(json: IDataObject): string | number {
	for (const holder of [json.job, json, json.data, json.result, json.payload]) {
		const id = (holder as IDataObject | undefined)?.id;
		if (typeof id === 'string' || typeof id === 'number') return id;
	}
	throw new Error(`No id in ${JSON.stringify(json)}`);
}

/** What every operation does on a service without faults. */
export function expectRun({ operation }: Entry, result: RunResult, { log, token }: Sandbox): void {
	const { items, json, error } = result;
	expect([operation.endpoint, error]).toEqual([operation.endpoint, undefined]);
	expect(json.length).toBeGreaterThan(0);
	for (const { pairedItem } of items[0]) expect(pairedItem).toEqual({ item: 0 });
	const sent = log.all();
	expect(sent[0].method).toBe(operation.endpoint.method);
	expect(sent[0].headers.authorization).toBe(token);
	// A download of a linked file may be rejected with the token, and is then tried without it.
	const own = sent.filter(({ path }) => !path.startsWith(FILES));
	expect(own.every(({ status }) => status !== null && status < 400)).toBe(true);
	const job = jobOf(operation);
	const state: unknown = operation.kind === 'submit' ? expect.any(String) : 'finished';
	if (job !== undefined) expect(json[0].job).toMatchObject({ type: job.type, state });
	if (readsRows(operation)) expect(json.every((row) => !Array.isArray(row.data))).toBe(true);
}
