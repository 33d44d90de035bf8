import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';

import { callsService, type EndpointOperation } from '../../nodes/shared/catalogue/types';
import { runNode, type RunNodeOptions } from '../engine/engine';
import { entries } from './areas';

export interface Chosen {
	node: string;
	resource: string;
	operation: string;
}

const entryOf = ({ node, resource, operation }: Chosen) => {
	const found = entries.find(
		(each) =>
			each.node.description.name === node &&
			each.resource === resource &&
			each.operation.value === operation,
	);
	if (found === undefined || !callsService(found.operation))
		throw new Error('Not in the catalogue');
	return { ...found, operation: found.operation };
};

export interface Entered extends Omit<RunNodeOptions, 'node' | 'items'> {
	inputs?: IDataObject[];
}

type Doing<T> = (context: IExecuteFunctions, operation: EndpointOperation) => T;

/** A node that does `what` in the place of the chosen one, and keeps the value of each run. */
export function doing<T>(
	chosen: Chosen,
	what: Doing<T>,
): { node: INodeType; values: Array<Awaited<T>>; errors: unknown[] } {
	const { node, operation } = entryOf(chosen);
	const values: Array<Awaited<T>> = [];
	const errors: unknown[] = [];
	return {
		node: {
			description: node.description,
			async execute() {
				try {
					values.push(await what(this, operation));
				} catch (error) {
					errors.push(error);
				}
				return [[]];
			},
		},
		values,
		errors,
	};
}

/** Does `what` in the place of the node, with the context that n8n hands to it. */
export async function inNode<T>(
	chosen: Chosen,
	{ parameters = {}, inputs = [{}], ...more }: Entered,
	what: Doing<T>,
): Promise<Awaited<T>> {
	const { resource, operation } = chosen;
	const { node, values, errors } = doing(chosen, what);
	await runNode({
		...more,
		node,
		items: inputs.map((json) => ({ json })),
		parameters: { resource, operation, ...parameters },
	});
	if (values.length === 0) throw errors[0];
	return values[0];
}
