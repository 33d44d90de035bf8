import type { NodeCatalogue } from '../catalogue/types';

/** What the canvas shows below the node's name: "Submit and Wait: Screening". */
export function subtitle(catalogue: NodeCatalogue): string {
	const operations = catalogue.flatMap((resource) => resource.operations);
	return `={{ ${labelExpression('operation', operations)} + ": " + ${labelExpression('resource', catalogue)} }}`;
}

/** An expression for the label of what a parameter holds, or the value itself if it has none. */
export function labelExpression(
	parameter: string,
	options: ReadonlyArray<{ value: string; name: string }>,
): string {
	const labels = Object.fromEntries(options.map(({ value, name }) => [value, name]));
	const chosen = `$parameter["${parameter}"]`;
	return `(${JSON.stringify(labels)}[${chosen}] || ${chosen})`;
}
