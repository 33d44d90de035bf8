import { markdown } from '../../scripts/tables';
import { SETTINGS, type SettingsId } from '../harness/settings';
import { type Provenance, sentence } from '../report/provenance';

export interface Case {
	id: string;
	rule: string;
	what: string;
	/** As a user sets it. */
	setting: string[];
	settings?: SettingsId;
	/** For jest. */
	tests: string[];
	/** The same in words. */
	ran: string;
}

export interface Result {
	id: string;
	passed: number;
	failed: number;
	commit: string;
	date: string;
	objections: string[];
}

export const NODES = ['test/e2e/core', 'test/e2e/examples.test.ts'];
export const TRIGGER = 'test/e2e/trigger';
/** The trigger handles no files and needs no other node: only where requests may go concerns it. */
const WITH_TRIGGER: SettingsId = 'ssrf';

const withSettings = Object.entries(SETTINGS).map(
	([id, { rule, what, env }]): Case => ({
		...{ id, rule, what },
		...(id === WITH_TRIGGER
			? { ran: 'nodes, examples, trigger', tests: [...NODES, TRIGGER] }
			: { ran: 'nodes, examples', tests: NODES }),
		settings: id as SettingsId,
		setting: Object.entries(env).map(([name, value]) => `${name}=${value}`),
	}),
);

export const CASES: Case[] = [
	...withSettings,
	{
		id: 'alwaysOutputData',
		rule: 'always-output-data-multi-output',
		what: 'Always Output Data on the trigger, which has two outputs',
		setting: ['Settings > Always Output Data'],
		tests: [TRIGGER, '-t', 'Always Output Data'],
		ran: 'trigger: submitted, finished, and the polls after that',
	},
];

const caseOf = ({ id }: Result) => CASES.find((each) => each.id === id);

/** For the terminal. */
export const rowOf = ({ id, passed, failed, commit, date }: Result): string[] => [
	...[id, `${passed} passed`, `${failed} failed`, commit, date],
];

/** docs/evidence/next.md. */
export function page(results: Result[], provenance: Provenance): string {
	const order = CASES.map(({ id }) => id);
	const rows = [...results]
		.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
		.map((result) => {
			const { what = result.id, rule = '', setting = [], ran = '' } = caseOf(result) ?? {};
			const verdict = `${result.passed} passed, ${result.failed} failed`;
			const set = setting.map((each) => `\`${each}\``).join(', ');
			return [what, `\`${rule}\``, set, ran, verdict, `\`${result.commit}\``, result.date];
		});
	const missing = CASES.filter(({ id }) => results.every((result) => result.id !== id));
	const isGood = results.every(({ objections }) => objections.length === 0);
	return [
		"# The settings of n8n's next version",
		'n8n lists what its version 3 changes in its own report on breaking changes (`breaking-changes/rules/v3`). What of it touches a community node can be set in the version of today. The end-to-end tests of the nodes ran with each of these settings, and with all of them together, on the real n8n with the packed package.',
		sentence(provenance),
		markdown(['What is on', "n8n's rule", 'Setting', 'Tests', 'Result', 'Commit', 'Date'], rows),
		isGood ? 'All is as expected.' : '**Not as expected: see the failed tests.**',
		...(missing.length > 0
			? [`Not run by themselves yet: ${missing.map(({ what }) => what).join('; ')}.`]
			: []),
		'- **nodes**: calls, lists over all pages, jobs that are submitted and waited for, files, reports, errors with _Continue_, Retry On Fail, "Retry execution", Stop, limits of what is paid for, the test of the credential, pickers, and Code nodes before and after ours.\n- **examples**: all example workflows, with a trigger, an agent, data tables, forms and Wait nodes.\n- **trigger**: activation, crashes of n8n, outages, polls that overlap, hundreds of IDs. In queue mode, `npm run test:e2e -- --queue` covers it.',
		'Where SSRF protection is on, the address of the sandbox is allowed, as that of [a service in a private network](../credential.md#a-service-in-a-private-network) must be. A test checks what a user sees where it is not.',
		'Rules that need no test here: the nodes use no `$getPairedItem`, run no nodes that are removed, and keep nothing in the storage folder of n8n that is renamed. Packages that n8n has not verified load only with `N8N_UNVERIFIED_PACKAGES_ENABLED=true`, and n8n runs as a container alone: see [Install](../../README.md#install).',
	].join('\n\n');
}
