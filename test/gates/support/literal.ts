const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function text(value: string): string {
	// JSON's escapes are JavaScript's, only the quotes differ.
	const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
	return `'${escaped}'`;
}

/** A stand-in for source text that is no literal, such as a constant of n8n-workflow. */
export class Verbatim {
	constructor(readonly source: string) {}
}

/** Writes a value out as a person would write it as a literal. */
export function literal(value: unknown, indent = ''): string {
	if (value instanceof Verbatim) return value.source;
	if (typeof value === 'string') return text(value);
	if (value === null || typeof value === 'number' || typeof value === 'boolean') {
		return String(value);
	}
	if (typeof value !== 'object') {
		throw new Error(`A description cannot hold a value of type ${typeof value}`);
	}

	const inner = `${indent}\t`;
	if (Array.isArray(value)) {
		if (value.length === 0) return '[]';
		const lines = value.map((element) => `${inner}${literal(element, inner)},\n`);
		return `[\n${lines.join('')}${indent}]`;
	}
	const lines = Object.entries(value)
		.filter(([, element]) => element !== undefined)
		.map(([key, element]) => {
			const name = IDENTIFIER.test(key) ? key : text(key);
			return `${inner}${name}: ${literal(element, inner)},\n`;
		});
	return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
}
