import type { INodeProperties } from 'n8n-workflow';

import type { Area, EndpointOperation, Operation } from '../catalogue/vocabulary';
import { propertyOf, type Options } from '../settings/option';
import { OPTION_GROUPS, OPTIONS } from '../settings/options';
import { showFor, sortedBy } from './panel';

const labelOf = ({ displayName }: INodeProperties) => displayName;

type DisplayOptions = INodeProperties['displayOptions'];

/** What a panel offers of the options. */
export interface Selection {
	/** Names that it leaves out. */
	without?: readonly string[];
	/** Names that it has although the operation does not. */
	with?: readonly string[];
}

/** The parameters of an operation that count as options. */
export function ownProperties(
	operation: EndpointOperation,
	displayOptions: DisplayOptions,
	selection?: Selection,
): INodeProperties[] {
	return propertiesOf(OPTIONS.parameters, operation, selection).flatMap((property) =>
		property.name === 'simplify'
			? simplifyProperties(property, displayOptions)
			: [{ ...property, displayOptions }],
	);
}

/** On by default where a model reads the response. */
function simplifyProperties(
	simplify: INodeProperties,
	displayOptions: DisplayOptions,
): INodeProperties[] {
	return [false, true].map((isTool) => ({
		...simplify,
		default: isTool,
		displayOptions: { show: { ...displayOptions?.show, '@tool': [isTool] } },
	}));
}

/** One Options collection per set of operations that have the same options. */
export function optionProperties(area: Area): INodeProperties[] {
	return area.flatMap((resource) =>
		collectionsOf(resource.operations, (operations) => showFor(resource, operations)),
	);
}

export function collectionsOf<T extends Operation>(
	operations: readonly T[],
	displayOptionsOf: (operations: T[]) => DisplayOptions,
	selection?: Selection,
): INodeProperties[] {
	const alike = new Map<string, [T, ...T[]]>();
	for (const operation of operations) {
		const key = Object.values({ ...OPTIONS, parameters: {} })
			.flatMap((options) => offered(options, operation, selection))
			.map(([name, { varies }]) => name + JSON.stringify(varies?.(operation) ?? ''))
			.join();
		const same = alike.get(key);
		if (same === undefined) alike.set(key, [operation]);
		else same.push(operation);
	}
	return [...alike.values()].map((same) => ({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: displayOptionsOf(same),
		options: optionsOf(same[0], selection),
	}));
}

function optionsOf(operation: Operation, selection?: Selection): INodeProperties[] {
	const groups = OPTION_GROUPS.flatMap((name): INodeProperties[] => {
		const values = propertiesOf(OPTIONS[name], operation, selection);
		const displayName = name.charAt(0).toUpperCase() + name.slice(1);
		const control = {
			displayName,
			name,
			type: 'fixedCollection' as const,
			// With an empty object, the group would open with one more click.
			default: { values: {} },
			options: [{ displayName, name: 'values', values: sortedBy(values, labelOf) }],
		};
		return values.length === 0 ? [] : [control];
	});
	const alone = propertiesOf(OPTIONS.alone, operation, selection);
	return sortedBy([...groups, ...alone], labelOf);
}

function propertiesOf(
	options: Options,
	operation: Operation,
	selection?: Selection,
): INodeProperties[] {
	return offered(options, operation, selection).map(([name, option]) =>
		propertyOf(name, option, operation),
	);
}

function offered(
	options: Options,
	operation: Operation,
	{ without = [], with: added = [] }: Selection = {},
) {
	return Object.entries(options).filter(
		([name, { appliesTo }]) =>
			added.includes(name) || (appliesTo(operation) && !without.includes(name)),
	);
}
