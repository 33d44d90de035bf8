/** A value as text: nothing for nothing, JSON for lists and objects. */
export function textOf(value: unknown): string {
	switch (typeof value) {
		case 'string':
			return value;
		case 'number':
		case 'boolean':
		case 'bigint':
			return value.toString();
		case 'object':
			return value === null ? '' : JSON.stringify(value);
		default:
			return '';
	}
}
