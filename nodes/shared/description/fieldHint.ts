import type { INodeProperties } from 'n8n-workflow';

import type { CommonFields } from '../catalogue/vocabulary';

/** Names to begin with, where the user writes the fields by hand. */
export function fieldHint({ main, more }: CommonFields): Pick<INodeProperties, 'hint'> {
	const names = [...main, ...more].map(({ name }) => name);
	if (names.length === 0) return {};
	return { hint: `Names are those of your service; common ones: ${names.join(', ')}` };
}
