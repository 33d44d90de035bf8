import type { IDataObject } from 'n8n-workflow';

import {
	callsService,
	needsId,
	readsRows,
	type NodeCatalogue,
	type Endpoint,
	type EndpointOperation,
	type JobOperation,
} from '../nodes/shared/catalogue/types';
import { jobOfType } from '../nodes/CreatorIntelligenceTrigger/catalogue';
import { findRows } from '../nodes/shared/recognition/rows';
import { simplify } from '../nodes/shared/response/simplify';
import { OPTIONS } from '../nodes/shared/settings/options';
import { jobTypes, type JobType, type Sandbox, startSandbox } from '../sandbox';
import { routes } from '../sandbox/routes';
import { sampleOf } from '../sandbox/routes/sample';
import { markdown } from '../verify/report/tables';

/** A sandbox whose jobs have finished as soon as they are submitted. */
export async function startQuickSandbox(): Promise<Sandbox> {
	const durations = Object.fromEntries(jobTypes.map((type) => [type, 0]));
	return await startSandbox({ durations: durations as Record<JobType, number> });
}

/** The columns that Simplify makes of the sandbox's responses, operations with equal ones together. */
export async function columnsOf(sandbox: Sandbox, catalogue: NodeCatalogue): Promise<string> {
	const rows: string[][] = [];
	for (const { name: resource, operations } of catalogue) {
		const alike = new Map<string, string[]>();
		for (const operation of operations) {
			if (!callsService(operation) || !OPTIONS.parameters.simplify.appliesTo(operation)) continue;
			// Its response only confirms a change.
			if (operation.endpoint.method === 'PATCH') continue;
			const columns = (await columnsFor(sandbox, operation)).map((name) => `\`${name}\``);
			const key = columns.join(', ');
			alike.set(key, [...(alike.get(key) ?? []), operation.name]);
		}
		for (const [columns, names] of alike) rows.push([`${resource}: ${names.join(', ')}`, columns]);
	}
	return markdown(['Resource: Operation', 'Columns'], rows);
}

async function columnsFor(sandbox: Sandbox, operation: EndpointOperation): Promise<string[]> {
	const of = 'job' in operation ? operation.job.type : operation.of;
	const id = of === undefined ? await idOfAnother(sandbox, operation) : await submit(sandbox, of);
	const source = 'job' in operation ? resultOf(operation) : operation.endpoint;
	const value = await send(sandbox, source, id);
	const found = readsRows(operation) ? findRows(value, source.path)?.value : undefined;
	const state = 'job' in operation ? { state: 'finished' } : {};
	const added = of === undefined ? {} : { job: { id, ...state } };
	const simplified = (found ?? [value]).map((row) =>
		simplify({ ...(row as IDataObject), ...added }),
	);
	return [...new Set(simplified.flatMap((row) => Object.keys(row)))];
}

const resultOf = ({ job }: JobOperation): Endpoint => job.results ?? job.get;

async function submit(sandbox: Sandbox, type: JobType): Promise<string> {
	await send(sandbox, jobOfType(type).endpoint);
	return String(sandbox.jobs.list(type, 1)[0].id);
}

/** Of something that is no job: the example's, or of what the path without the ID creates. */
async function idOfAnother(
	sandbox: Sandbox,
	operation: EndpointOperation,
): Promise<string | undefined> {
	if (!needsId(operation)) return undefined;
	const { id } = exampleOf(sandbox, operation.endpoint);
	if (typeof id === 'string') return id;
	const path = operation.endpoint.path.replace('/{id}', '');
	return String((await send(sandbox, { method: 'POST', path })).id);
}

function exampleOf({ world }: Sandbox, { method, path }: Endpoint): IDataObject {
	const route = routes.find((each) => each.method === method && each.path === path);
	return { ...route?.example(sampleOf(world)) };
}

async function send(sandbox: Sandbox, endpoint: Endpoint, id = ''): Promise<IDataObject> {
	const { url, token } = sandbox;
	const { method, path } = endpoint;
	const fields = exampleOf(sandbox, endpoint);
	const address = new URL(url + path.replace('{id}', id));
	if (method === 'GET') {
		for (const [name, value] of Object.entries(fields)) {
			address.searchParams.set(name, String(value));
		}
	}
	const response = await fetch(address, {
		method,
		headers: { authorization: token, 'content-type': 'application/json' },
		...(method !== 'GET' && { body: JSON.stringify(fields) }),
	});
	if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
	return (await response.json()) as IDataObject;
}
