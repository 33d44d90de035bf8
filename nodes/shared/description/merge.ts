import type { INodeProperties } from 'n8n-workflow';

export type Show = NonNullable<NonNullable<INodeProperties['displayOptions']>['show']>;

/** Where a parameter is shown; the trigger has neither. */
export interface Place {
	resource?: string;
	operation?: string;
}

interface PlacedProperty {
	place: Place;
	property: INodeProperties;
}

/** Resources and operations; a pair of them that does not exist does no harm. */
interface Rectangle {
	resources: Set<string>;
	operations: Set<string>;
}

/**
 * Equal parameters of several operations become one, shown for all of them. n8n's editor and its AI
 * builder read each parameter of a description, so copies cost time.
 */
export function mergeEqual(
	placed: readonly PlacedProperty[],
	all: readonly Place[],
): INodeProperties[] {
	const equal = new Map<string, { property: INodeProperties; places: Place[] }>();
	for (const { place, property } of placed) {
		const key = JSON.stringify(property);
		const known = equal.get(key) ?? { property, places: [] };
		known.places.push(place);
		equal.set(key, known);
	}
	return [...equal.values()].flatMap(({ property, places }) =>
		showsFor(places, all).map((show) => shownFor(show, property)),
	);
}

export function shownFor(show: Show, property: INodeProperties): INodeProperties {
	const { displayOptions = {} } = property;
	const all = { ...show, ...displayOptions.show };
	if (Object.keys(all).length === 0) return property;
	return { ...property, displayOptions: { ...displayOptions, show: all } };
}

/** n8n shows a parameter where each condition holds. */
export function showsFor(places: readonly Place[], all: readonly Place[]): Show[] {
	const others = all.filter((each) => !places.some((place) => isSame(place, each)));
	if (others.length === 0) return [{}];
	const rectangles: Rectangle[] = [];
	for (const { resource = '', operation = '' } of places) {
		const fitting = rectangles.find((each) =>
			isFree(others, {
				resources: new Set([...each.resources, resource]),
				operations: new Set([...each.operations, operation]),
			}),
		);
		fitting?.resources.add(resource);
		fitting?.operations.add(operation);
		if (fitting === undefined) {
			rectangles.push({ resources: new Set([resource]), operations: new Set([operation]) });
		}
	}
	return rectangles.map(({ resources, operations }) => ({
		resource: [...resources],
		operation: [...operations],
	}));
}

function isSame(one: Place, other: Place): boolean {
	return one.resource === other.resource && one.operation === other.operation;
}

function isFree(others: readonly Place[], { resources, operations }: Rectangle): boolean {
	return !others.some(
		({ resource = '', operation = '' }) => resources.has(resource) && operations.has(operation),
	);
}
