import type { INodeProperties } from 'n8n-workflow';

import type { NodeCatalogue, Operation, Resource } from '../catalogue/types';

export type Show = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** Where a parameter is shown; the trigger has neither. */
export interface Place {
	resource?: string;
	operation?: string;
}

/** An operation with its place in the panel. */
export interface Placed {
	operation: Operation;
	place: Place;
}

/** What `build` makes of the operations of a node. The order of parts is the same for each. */
export function section<T>(
	catalogue: NodeCatalogue,
	build: (operation: Operation, resource: Resource) => readonly T[],
): Array<{ show: Show; value: T }> {
	const placed = catalogue.flatMap((resource) =>
		resource.operations.map((operation) => ({
			place: { resource: resource.value, operation: operation.value },
			values: build(operation, resource),
		})),
	);
	return mergeEqual(
		placed.flatMap(({ place, values }) => values.map((value) => ({ place, value }))),
		placed.map(({ place }) => place),
	);
}

/**
 * What is equal for several operations becomes one, shown for all of them. n8n's editor and its AI
 * builder read each parameter of a description, so copies cost time.
 */
export function mergeEqual<T>(
	placed: ReadonlyArray<{ place: Place; value: T }>,
	all: readonly Place[],
): Array<{ show: Show; value: T }> {
	const equal = new Map<string, { value: T; places: Place[] }>();
	for (const { place, value } of placed) {
		const key = JSON.stringify(value);
		const known = equal.get(key) ?? { value, places: [] };
		known.places.push(place);
		equal.set(key, known);
	}
	return [...equal.values()].flatMap(({ value, places }) =>
		showsFor(places, all).map((show) => ({ show, value })),
	);
}

export function shownFor(show: Show, property: INodeProperties): INodeProperties {
	const { displayOptions = {} } = property;
	const all = { ...show, ...displayOptions.show };
	if (Object.keys(all).length === 0) return property;
	return { ...property, displayOptions: { ...displayOptions, show: all } };
}

/**
 * n8n shows a parameter where each condition holds: for each of the resources with each of the operations. A pair of
 * them that does not exist does no harm.
 */
export function showsFor(places: readonly Place[], all: readonly Place[]): Show[] {
	const isIn = (some: readonly Place[], { resource, operation }: Place) =>
		some.some((each) => each.resource === resource && each.operation === operation);
	const others = all.filter((each) => !isIn(places, each));
	if (others.length === 0) return [{}];
	const shows: Array<{ resource: string[]; operation: string[] }> = [];
	for (const { resource = '', operation = '' } of places) {
		const pairs = shows.map((show) => ({
			resource: [...new Set([...show.resource, resource])],
			operation: [...new Set([...show.operation, operation])],
		}));
		const fitting = pairs.findIndex(
			(pair) =>
				!others.some(
					(other) =>
						pair.resource.includes(other.resource ?? '') &&
						pair.operation.includes(other.operation ?? ''),
				),
		);
		const at = fitting === -1 ? shows.length : fitting;
		shows[at] = pairs[at] ?? { resource: [resource], operation: [operation] };
	}
	return shows;
}
