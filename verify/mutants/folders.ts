const engine = (names: string, folder = ''): string[] =>
	names.split(' ').map((name) => `test/nodes/${folder}${name}.test.js`);
const trigger = (names: string): string[] => engine(names, 'CreatorIntelligenceTrigger/');

/** The folders and files that are tried, with further tests in addition to those that mirror them: on n8n's engine, where few others are. */
export const FOLDERS: Record<string, string[]> = {
	credentials: [],
	'nodes/shared/failure': [],
	'nodes/shared/values': [],
	'nodes/shared/jobs': [],
	'nodes/shared/lists': [],
	'nodes/shared/recognition': [],
	'nodes/shared/request': [],
	'nodes/shared/response': [],
	'nodes/shared/transport': engine('token secureConnections'),
	'nodes/shared/http': [],
	'nodes/shared/schema': [],
	'nodes/shared/pickers': engine('pickers'),
	'nodes/shared/operations': engine(
		'jobs jobResults lists endpoints dryRun explain warnings linkedFiles responses jobResponses lostSubmissions retries',
	),
	'nodes/shared/contract': engine('contract'),
	'nodes/shared/catalogue': engine('catalogues'),
	'nodes/shared/editor': engine('serviceFields pickers'),
	'nodes/shared/node': engine(
		'prepare execute connections createRunContext errors requests inputFields warnings badInput lostSubmissions tools dryRun retries',
	),
	'nodes/shared/report': [],
	'nodes/shared/clock.ts': [],
	'nodes/shared/settings': [],
	'nodes/shared/Service.ts': engine('requests pickers linkedFiles'),
	'nodes/CreatorIntelligenceTrigger/parameters': trigger(
		'readParameters jobs problems screenings submit',
	),
	'nodes/CreatorIntelligenceTrigger/session': trigger('pollTime openSession jobs problems'),
	'nodes/CreatorIntelligenceTrigger/poll': trigger(
		'poll sample jobs screenings problems emptyExecutions resultChanges submit',
	),
	'nodes/CreatorIntelligenceTrigger/submit': trigger('submit submitOnce'),
	'nodes/CreatorIntelligenceTrigger/memory': trigger('jobs emptyExecutions'),
	'nodes/CreatorIntelligenceTrigger/watch': trigger(
		'jobs screenings resultChanges problems submit hangingService badResponses',
	),
};

/**
 * Recorded readings: each tries many rules at once, and every mutant that survives runs all of them, for hours. Without
 * them, a mutant has to be noticed by a test that says what is right.
 */
export const NOT_RUN = [
	'test/nodes/shared/recognition/combinations.test.js',
	'test/nodes/shared/recognition/readings.test.js',
];

/** They decide whether a paid request is sent, repeated or lost: each needs the score on its own. */
export const ABOUT_MONEY = [
	...['jobs', 'operations', 'node', 'transport'].map((name) => `nodes/shared/${name}`),
	...['submit', 'watch'].map((name) => `nodes/CreatorIntelligenceTrigger/${name}`),
];

/** What the scores depend on, besides the nodes. */
export const MEASURED = ['test/nodes', 'test/support', 'verify/mutants'];

/** What the score of one folder depends on: not on the tests that mirror others. Git's words for paths. */
export const measuresOf = (folder: string): string[] => [
	'nodes',
	'credentials',
	`test/${folder.replace(/\.ts$/, '.test.ts')}`,
	...['', 'shared/', 'CreatorIntelligenceTrigger/'].map((name) => `:(glob)test/nodes/${name}*.ts`),
	'test/support',
	'verify/mutants/config.ts',
	':(glob)verify/mutants/*.cjs',
];

export const MIN_PERCENT = 85;

export const SHORT = ['nodes/shared/jobs/afterPoll.ts'];
