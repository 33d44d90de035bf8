import type { INodeParameters } from 'n8n-workflow';

import { readSettings, type Settings } from '../../nodes/shared/settings/readSettings';
import { grouped, withGroups } from '../../verify/harness/options';

export { grouped, withGroups };

/** What the options come to, by their names alone. */
export function settingsOf(named: INodeParameters): Settings {
	const { options, ...own } = withGroups({ options: named });
	return readSettings(options, own);
}
