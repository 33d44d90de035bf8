import type { INodeParameters } from 'n8n-workflow';

import type { Call } from '../../nodes/shared/ledger/Call';
import { readSettings, type Settings } from '../../nodes/shared/settings/readSettings';
import { Transport } from '../../nodes/shared/transport/Transport';
import { grouped, withGroups } from '../../verify/harness/options';

export { grouped, withGroups };

/** What the options come to, by their names alone. */
export function settingsOf(named: INodeParameters): Settings {
	const { options, ...own } = withGroups({ options: named });
	return readSettings(options, own);
}

/** What an item with these options sends. */
export function callWith(named: INodeParameters): Call {
	return {
		index: 0,
		draft: { endpoint: { method: 'POST', path: '/screening' }, query: [], body: {} },
		connection: {
			baseUrl: 'https://api.example.com',
			transport: new Transport(async () => await Promise.reject(new Error('Not used'))),
			redact: (text) => text,
			tokenAdvice: '',
		},
		settings: settingsOf(named),
		resultQuery: [],
		maxRows: 1,
	};
}
