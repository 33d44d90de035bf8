/** Names one of the settings below. */
export const SETTINGS_VARIABLE = 'E2E_N8N_SETTINGS';

const SSRF = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	// With what version 3 blocks beside the ranges of today.
	N8N_SSRF_BLOCKED_IP_RANGES: 'default,100.64.0.0/10,64:ff9b::/96,2002::/16',
	// The sandbox, and n8n itself.
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8,::1/128',
};

interface Settings {
	mode: 'oneProcess' | 'queue';
	env: Record<string, string>;
}

/** Settings of n8n that version 3 will require, or that many will turn on with it. */
export const SETTINGS = {
	/** Rule ssrf-default-blocked-ranges of n8n's report on breaking changes. */
	ssrf: { mode: 'oneProcess', env: SSRF },
	/** Rule in-memory-binary-data, on the disk. */
	filesystem: { mode: 'oneProcess', env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' } },
	/** All rules together. */
	version3: {
		mode: 'queue',
		env: {
			...SSRF,
			// Rule in-memory-binary-data, in the database.
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
			// Rule task-runner-task-timeout: a minute for each Code node.
			N8N_RUNNERS_TASK_TIMEOUT: '60',
			// Rule offload-manual-executions.
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			// Rule unverified-packages.
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		},
	},
} as const satisfies Record<string, Settings>;

export type SettingsId = keyof typeof SETTINGS;

export const isSettings = (text: string): text is SettingsId => Object.hasOwn(SETTINGS, text);

/** Those that the environment names; n8n's defaults without. */
export function chosenSettings(): Settings {
	const id = process.env[SETTINGS_VARIABLE] ?? '';
	if (id === '') return { mode: 'oneProcess', env: {} };
	if (!isSettings(id)) throw new Error(`There are no settings ${id}`);
	return SETTINGS[id];
}
