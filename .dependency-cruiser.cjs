// The layers of nodes/, lowest first. A module imports from its own layer and from those below it.
const LAYERS = [
	'shared/failure',
	'shared/values',
	'shared/clock',
	'shared/catalogue',
	'shared/http',
	'shared/recognition',
	'shared/plan',
	['shared/pickers', 'shared/schema'],
	'shared/request',
	'shared/transport',
	'shared/response',
	'shared/Service',
	'shared/lists',
	'shared/jobs',
	'shared/report',
	'shared/settings',
	'shared/ledger',
	'shared/operations',
	// n8n's side: what runs, what the panel shows, and what the editor asks for. None needs another.
	['shared/editor', 'shared/node', 'shared/description'],
	// The nodes. The trigger reads the catalogues of the others.
	'(?!shared|CreatorIntelligenceTrigger)[^/]+',
	'CreatorIntelligenceTrigger/catalogue',
	'CreatorIntelligenceTrigger/parameters',
	'CreatorIntelligenceTrigger/memory',
	'CreatorIntelligenceTrigger/session',
	'CreatorIntelligenceTrigger/watch',
	'CreatorIntelligenceTrigger/submit',
	['CreatorIntelligenceTrigger/poll', 'CreatorIntelligenceTrigger/panel'],
	'CreatorIntelligenceTrigger/CreatorIntelligenceTrigger.node',
].map((layer) => [layer].flat().map((name) => `^nodes/${name}(/|\\.ts$)`));

/** Per group of modules: what stands above it, or beside it in the same layer. */
const outOfReach = LAYERS.flatMap((groups, index) =>
	groups.map((group) => ({
		group,
		others: [...LAYERS.slice(index + 1).flat(), ...groups.filter((other) => other !== group)],
	})),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		...outOfReach
			.filter(({ others }) => others.length > 0)
			.map(({ group, others }) => ({
				name: 'imports-run-one-way',
				severity: 'error',
				comment: 'Lower layers know nothing of higher ones. CONTRIBUTING.md shows the order.',
				from: { path: group },
				to: { path: others },
			})),
		{
			name: 'no-circles',
			severity: 'error',
			comment: 'Two modules that need each other are one module, or have a third one in common.',
			from: {},
			to: { circular: true },
		},
		{
			name: 'every-module-has-a-layer',
			severity: 'error',
			comment: 'Put it into one of the layers, or add a layer to this file and to CONTRIBUTING.md.',
			from: { path: '^nodes/', pathNot: LAYERS.flat() },
			to: {},
		},
		{
			name: 'only-n8n-workflow',
			severity: 'error',
			comment: 'n8n would also accept zod, luxon, lodash, p-limit and crypto. None is needed.',
			from: { path: '^(nodes|credentials)/' },
			to: { pathNot: '^(nodes|credentials)/|node_modules/n8n-workflow/' },
		},
		{
			name: 'tests-are-no-library',
			severity: 'error',
			comment:
				'Programs may run nodes on the engine of the tests. What else they share is in verify/harness.',
			from: { pathNot: '^(test|verify/mutants)/' },
			to: { path: '^test/', pathNot: '^test/engine/' },
		},
		{
			name: 'experiments-stand-alone',
			severity: 'error',
			comment: 'What two experiments share is in verify/harness, operations, judge or report.',
			from: { path: '^verify/([^/]+)/' },
			to: { path: '^verify/[^/]+/', pathNot: '^verify/($1|harness|operations|judge|report)/' },
		},
		{
			name: 'the-judge-is-apart',
			severity: 'error',
			comment: 'The harness brings what there was to see, the judge counts, the report shows it.',
			from: { path: '^verify/(harness|judge)/' },
			to: { path: '^verify/report/' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules|^(dist|coverage|reports|\\.stryker-tmp|\\.demo)/' },
		// Types are imports as well.
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
