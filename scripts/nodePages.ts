import type { NodeCatalogue } from '../nodes/shared/catalogue/types';
import { ENDPOINTS } from '../nodes/endpoints';
import { markdown } from '../verify/report/tables';

/** What one can do with a node, in the order of its panel. */
export function tableOf(catalogue: NodeCatalogue): string {
	const rows = catalogue.flatMap(({ name: resource, operations }) =>
		operations.map(({ name, action, description }) => [
			action,
			`${resource}: ${name}`,
			description,
		]),
	);
	return markdown(['To', 'Resource: Operation', 'What it does'], rows);
}

/** Which endpoints may be charged. */
export function endpointTable(): string {
	const rows = [...ENDPOINTS].map((endpoint) => [
		`\`${endpoint}\``,
		endpoint.startsWith('GET ') ? 'repeated freely' : 'at most once',
	]);
	// Those that may cost something come first.
	const byCost = rows.sort(([, one = ''], [, other = '']) =>
		one < other ? -1 : Number(one > other),
	);
	return markdown(['Endpoint', 'How it is sent'], byCost);
}
