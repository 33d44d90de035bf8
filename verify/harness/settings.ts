/** Settings of n8n that version 3 will require, or that many will turn on with it. */
export interface Settings {
	/** The rule of n8n's report on breaking changes that asks for it. */
	rule: string;
	/** What a user turns on. */
	what: string;
	mode: 'oneProcess' | 'queue';
	env: Record<string, string>;
}

/** Names one of the settings below. */
export const SETTINGS_VARIABLE = 'E2E_N8N_SETTINGS';

/** What version 3 blocks beside the ranges of today. */
const NEWLY_BLOCKED = '100.64.0.0/10,64:ff9b::/96,2002::/16';

const SSRF = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_BLOCKED_IP_RANGES: `default,${NEWLY_BLOCKED}`,
	// The sandbox, and n8n itself.
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8,::1/128',
};
const WORKERS = { OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' };
const RUNNERS = { N8N_RUNNERS_TASK_TIMEOUT: '60' };

export const SETTINGS = {
	ssrf: {
		rule: 'ssrf-default-blocked-ranges',
		what: 'SSRF protection, with the address of the sandbox allowed',
		mode: 'oneProcess',
		env: SSRF,
	},
	filesystem: {
		rule: 'in-memory-binary-data',
		what: 'binary data in the file system',
		mode: 'oneProcess',
		env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
	},
	database: {
		rule: 'in-memory-binary-data',
		what: 'binary data in the database',
		mode: 'oneProcess',
		env: { N8N_DEFAULT_BINARY_DATA_MODE: 'database' },
	},
	runners: {
		rule: 'task-runner-task-timeout',
		what: 'task runners, with a minute for each Code node',
		mode: 'oneProcess',
		env: RUNNERS,
	},
	workers: {
		rule: 'offload-manual-executions',
		what: 'manual executions on workers, in queue mode',
		mode: 'queue',
		env: WORKERS,
	},
	version3: {
		rule: 'all of these, and unverified-packages',
		what: 'all of these together, in queue mode',
		mode: 'queue',
		env: {
			...{ ...SSRF, ...WORKERS, ...RUNNERS },
			N8N_DEFAULT_BINARY_DATA_MODE: 'database',
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		},
	},
} as const satisfies Record<string, Settings>;

export type SettingsId = keyof typeof SETTINGS;

export const isSettings = (text: string): text is SettingsId => Object.hasOwn(SETTINGS, text);

/** Those that the environment names; n8n's defaults without. */
export function chosenSettings(): Pick<Settings, 'mode' | 'env'> {
	const id = process.env[SETTINGS_VARIABLE] ?? '';
	if (id === '') return { mode: 'oneProcess', env: {} };
	if (!isSettings(id)) throw new Error(`There are no settings ${id}`);
	return SETTINGS[id];
}
