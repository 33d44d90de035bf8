import type { INodeParameters } from 'n8n-workflow';

import { OPTION_GROUPS, OPTIONS } from '../../nodes/shared/settings/options';

/** Options by their names alone, put where n8n saves them. */
export function grouped(options: INodeParameters): INodeParameters {
	const placed: INodeParameters = {};
	for (const [name, value] of Object.entries(options)) {
		const group = OPTION_GROUPS.find((each) => name in OPTIONS[each]);
		if (group === undefined) placed[name] = value;
		else placed[group] = { values: { ...valuesOf(placed[group]), [name]: value } };
	}
	return placed;
}

/** The parameters of a node, with its options put where n8n saves them. */
export function withGroups(parameters: INodeParameters): INodeParameters {
	const { options } = parameters;
	if (!isParameters(options)) return parameters;
	const isOwn = ([name]: [string, unknown]) => name in OPTIONS.parameters;
	const entries = Object.entries(options);
	return {
		...parameters,
		...Object.fromEntries(entries.filter(isOwn)),
		options: grouped(Object.fromEntries(entries.filter((entry) => !isOwn(entry)))),
	};
}

function valuesOf(group: unknown): INodeParameters {
	return isParameters(group) && isParameters(group.values) ? group.values : {};
}

function isParameters(value: unknown): value is INodeParameters {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
