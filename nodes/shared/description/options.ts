import type { INodeProperties } from 'n8n-workflow';

import {
	callsService,
	sendsBody,
	type NodeCatalogue,
	type EndpointOperation,
	type Operation,
} from '../catalogue/types';
import { propertyOf, type Options } from '../settings/option';
import { groupLabel, OPTION_GROUPS, OPTIONS, PER_ITEM } from '../settings/options';
import { mergeEqual, shownFor as mergeShow, showsFor, type Place, type Show } from './merge';

/** What a panel offers of the options. */
interface Selection {
	/** Names that it leaves out. */
	without?: readonly string[];
	/** Names that it has although the operation does not. */
	with?: readonly string[];
	/** When it shows them, by name. */
	show?: Readonly<Record<string, Show>>;
}

/** The parameters of an operation that count as options. */
export function ownProperties(
	operation: EndpointOperation,
	selection?: Selection,
): INodeProperties[] {
	return propertiesOf(OPTIONS.parameters, [{ operation, place: {} }], selection).flatMap(
		(property) => (property.name === 'simplify' ? simplifyProperties(property) : [property]),
	);
}

/** On by default where a model reads the response. */
function simplifyProperties(simplify: INodeProperties): INodeProperties[] {
	return [
		{ ...simplify, displayOptions: { hide: { '@tool': [true] } } },
		{ ...simplify, default: true, displayOptions: { show: { '@tool': [true] } } },
	];
}

/** An operation with its place in the panel. */
interface Placed {
	operation: Operation;
	place: Place;
}

/** One collection for each step of a job, and for what sends a body and what does not. */
export function optionCollections(catalogue: NodeCatalogue): INodeProperties[] {
	const placed = catalogue.flatMap((resource) =>
		resource.operations.map((operation) => ({
			operation,
			place: { resource: resource.value, operation: operation.value },
		})),
	);
	const places = placed.map(({ place }) => place);
	const alike = new Map<string, Placed[]>();
	for (const each of placed) {
		const { operation } = each;
		const isStep = 'job' in operation || !callsService(operation);
		const key = isStep ? operation.kind : String(sendsBody(operation));
		alike.set(key, [...(alike.get(key) ?? []), each]);
	}
	return [...alike.values()].flatMap((same) => {
		const property = optionsCollection(same);
		if (property.options?.length === 0) return [];
		return mergeEqual(
			same.map(({ place }) => ({ place, property })),
			places,
		);
	});
}

/** First what people look for, then groups of what few need. */
export function optionsCollection(
	operations: readonly Placed[],
	selection?: Selection,
): INodeProperties {
	const groups = OPTION_GROUPS.flatMap((name): INodeProperties[] => {
		const values = propertiesOf(OPTIONS[name], operations, selection).map((value) =>
			PER_ITEM.includes(value.name) ? value : { ...value, noDataExpression: true },
		);
		const control = {
			displayName: groupLabel(name),
			name,
			type: 'fixedCollection' as const,
			// With an empty object, the group would open with one more click.
			default: { values: {} },
			// n8n shows no heading for the only entry.
			options: [{ displayName: '', name: 'values', values }],
		};
		return values.length === 0 ? [] : [control];
	});
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...propertiesOf(OPTIONS.ungrouped, operations, selection), ...groups],
	};
}

function propertiesOf(
	options: Options,
	operations: readonly Placed[],
	{ without = [], with: added = [], show = {} }: Selection = {},
): INodeProperties[] {
	return Object.entries(options).flatMap(([name, option]) => {
		const having = operations.filter(
			({ operation }) =>
				added.includes(name) || (option.appliesTo(operation) && !without.includes(name)),
		);
		const [first] = having;
		if (first === undefined) return [];
		const property = mergeShow(show[name] ?? {}, propertyOf(name, option, first.operation));
		// In the trigger, where job types have no resource, all is shown for all.
		const isForAll = having.length === operations.length || first.place.resource === undefined;
		return isForAll ? [property] : shownFor(having, operations, property);
	});
}

function shownFor(
	having: readonly Placed[],
	operations: readonly Placed[],
	property: INodeProperties,
): INodeProperties[] {
	const placesOf = (placed: readonly Placed[]) => placed.map(({ place }) => place);
	return showsFor(placesOf(having), placesOf(operations)).map((show) => ({
		...property,
		displayOptions: {
			// From within a collection, a slash leads to the parameters of the node.
			show: Object.fromEntries(Object.entries(show).map(([name, values]) => [`/${name}`, values])),
		},
	}));
}
