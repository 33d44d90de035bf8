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
import { shownFor, showsFor, type Placed, type Show } from './merge';

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

/** One collection for each step of a job, and for what sends a body and what does not. */
export function optionCollections(
	catalogue: NodeCatalogue,
): (operation: Operation) => INodeProperties[] {
	const alike = new Map<string, Placed[]>();
	for (const { value: resource, operations } of catalogue) {
		for (const operation of operations) {
			const key = likenessOf(operation);
			const placed = { operation, place: { resource, operation: operation.value } };
			alike.set(key, [...(alike.get(key) ?? []), placed]);
		}
	}
	const collections = new Map(
		[...alike].map(([key, placed]) => [key, optionsCollection(placed)] as const),
	);
	return (operation) => {
		const collection = collections.get(likenessOf(operation));
		return collection?.options?.length ? [collection] : [];
	};
}

function likenessOf(operation: Operation): string {
	const isStep = 'job' in operation || !callsService(operation);
	return isStep ? operation.kind : String(sendsBody(operation));
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
		const property = shownFor(show[name] ?? {}, propertyOf(name, option, first.operation));
		return showsFor(placesOf(having), placesOf(operations)).map((each) =>
			shownFor(fromWithin(each), property),
		);
	});
}

const placesOf = (placed: readonly Placed[]) => placed.map(({ place }) => place);

/** From within a collection, a slash leads to the parameters of the node. */
function fromWithin(show: Show): Show {
	return Object.fromEntries(Object.entries(show).map(([name, values]) => [`/${name}`, values]));
}
