import type { Area } from '../nodes/shared/catalogue/vocabulary';
import { markdown } from './tables';

/** What one can do with a node, in the order of its panel. */
export function tableOf(area: Area): string {
	const rows = area.flatMap(({ name: resource, operations }) =>
		operations.map(({ name, action, description }) => [
			action,
			`${resource}: ${name}`,
			description,
		]),
	);
	return markdown(['To', 'Resource: Operation', 'What it does'], rows);
}
