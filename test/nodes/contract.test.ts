import type { IDataObject } from 'n8n-workflow';

import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { ENDPOINTS } from '../../nodes/endpoints';
import type { Plan } from '../../nodes/shared/plan/plan';
import { parseContract } from '../../nodes/shared/plan/parse';
import * as jobId from '../../nodes/shared/recognition/jobId';
import * as jobState from '../../nodes/shared/recognition/jobState';
import * as link from '../../nodes/shared/recognition/link';
import * as pageInfo from '../../nodes/shared/recognition/pageInfo';
import * as rating from '../../nodes/shared/recognition/rating';
import * as rows from '../../nodes/shared/recognition/rows';
import { ManualClock, startSandbox, type DialectName } from '../../sandbox';
import { runNode, type RunResult } from '../engine/engine';
import { entries, jobOf } from './areas';
import { Driver, expectRun, idIn, title } from './driver';
import { instantly } from './examples';

type More = ConstructorParameters<typeof Driver>[1];

interface Ran {
	/** By what was run, in the order of the catalogue. */
	results: Map<string, RunResult>;
	items: IDataObject[];
	/** What came out, without what differs from run to run. */
	outputs: Map<string, string>;
	/** The last request of each. */
	last: Map<string, string>;
}

/** One with a single result, one with rows, and one whose rows have an endpoint of their own. */
const KINDS = ['/screening', '/discovery-export', '/social-listening'];

/** Fields in an envelope, and deep down: the others differ in names, or have fields at the top, as transcripts do. */
const DIALECTS = ['enveloped', 'nested'] satisfies DialectName[];
const [dialect, next] = DIALECTS;

const pairs = entries.filter(
	({ operation: { kind, endpoint } }) => kind === 'submit' && KINDS.includes(endpoint.path),
);

/** Everything that the package can do, as it has to where recognition reads it, and pairs of a job in all of their states. */
async function runAll(dialect: DialectName, more: More): Promise<Ran> {
	const results = new Map<string, RunResult>();
	const last = new Map<string, string>();
	const outputs = new Map<string, string>();
	const fast = new Driver(await startSandbox({ dialect, durations: instantly }), more);
	const time = new ManualClock(Date.parse('2026-01-01T00:00:00Z'));
	const hour = 3_600_000;
	const durations = Object.fromEntries(Object.keys(instantly).map((type) => [type, hour]));
	const slow = new Driver(await startSandbox({ dialect, clock: time, durations }), more);
	const keep = (name: string, { sandbox }: Driver, result: RunResult) => {
		results.set(name, result);
		const { method = '', path = '' } = sandbox.log.all().at(-1) ?? {};
		last.set(name, `${method} ${path}`);
		const items = result.json.map(({ recognised: _, ...item }) => item);
		const text = JSON.stringify(items).replace(/127\.0\.0\.1:\d+/g, 'host');
		outputs.set(name, text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'));
	};
	try {
		for (const entry of entries) {
			const result = await fast.run(entry);
			if (more?.options) expectRun(entry, result, fast.sandbox);
			keep(title(entry), fast, result);
		}
		for (const entry of pairs) {
			const get = entries.find(
				({ operation }) => operation.kind === 'get' && jobOf(operation) === jobOf(entry.operation),
			);
			if (get === undefined) throw new Error('Nothing reads the job');
			const seen = async (ending: string, id: string | number) => {
				keep(`${title(get)}, ${ending}`, slow, await slow.run(get, { parameters: { id } }));
			};
			keep(`${title(entry)}, slow`, slow, await slow.run(entry));
			const id = idIn((await slow.run(entry, slow.lenient)).json[0]);
			await seen('queued', id);
			time.advance(hour / 2);
			await seen('running', id);
			slow.sandbox.jobs.settle(String(id), 'failed', 'Out of luck');
			await seen('failed', id);
			const second = idIn((await slow.run(entry, slow.lenient)).json[0]);
			slow.sandbox.jobs.settle(String(second), 'partial', 'Half of it');
			await seen('partial', second);
		}
	} finally {
		await fast.sandbox.close();
		await slow.sandbox.close();
	}
	const items = [...results.values()].flatMap(({ json }) => json);
	return { results, items, outputs, last };
}

async function createContract(items: IDataObject[]): Promise<IDataObject> {
	const { json, error } = await runNode({
		node: new CreatorSearch(),
		parameters: { resource: 'contract', operation: 'create' },
		items: items.map((json) => ({ json })),
		credentials: null,
	});
	expect(error).toBeUndefined();
	return json[0];
}

/** Recognition finds nothing, and fails where something has to be found. */
function switchOffRecognition(): void {
	const fails = (name: string) => () => {
		throw new Error(`${name} was called`);
	};
	jest.spyOn(jobId, 'findJobId').mockImplementation(fails('findJobId'));
	jest.spyOn(jobState, 'readState').mockImplementation(fails('readState'));
	jest.spyOn(rows, 'findRows').mockImplementation(fails('findRows'));
	jest.spyOn(link, 'findLink').mockReturnValue(undefined);
	jest.spyOn(rating, 'findRating').mockReturnValue(undefined);
	jest.spyOn(rating, 'findFlaggedCount').mockReturnValue(undefined);
	jest.spyOn(pageInfo, 'readPageInfo').mockReturnValue({ next: [] });
}

const learned = new Map<DialectName, { ran: Ran; responseContract: string }>();

const contractOf = (dialect: DialectName) => learned.get(dialect)?.responseContract ?? '';
const ranIn = (dialect: DialectName) =>
	learned.get(dialect)?.ran.outputs ?? new Map<string, string>();

/** The names under which something else came out; their texts would fill the screen. */
const differences = (a: Map<string, string>, b: Map<string, string>) =>
	[...a].filter(([name, output]) => b.get(name) !== output).map(([name]) => name);

/** Endpoints of one dialect that a contract of another cannot read. */
function changedIn(dialect: DialectName, contract: DialectName): string[] {
	const before = parseContract(contractOf(contract), ENDPOINTS);
	const now = parseContract(contractOf(dialect), ENDPOINTS);
	const isIn = (all: readonly string[] = [], some: readonly string[] = []) =>
		some.every((each) => all.includes(each));
	return [...now].flatMap(([label, { id, rows, state, next }]) => {
		const pin: Plan = before.get(label) ?? {};
		const isRead =
			(pin.id === undefined || isIn(pin.id, id)) &&
			(pin.rows === undefined || isIn(pin.rows, rows)) &&
			(pin.next === undefined || next === undefined || isIn(pin.next.path, next.path)) &&
			(pin.state === undefined ||
				(isIn(pin.state.path, state?.path) &&
					(['pending', 'finished', 'failed'] as const).every((each) =>
						isIn(pin.state?.[each], state?.[each]),
					)));
		return isRead ? [] : [label];
	});
}

async function learn(dialect: DialectName): Promise<void> {
	const ran = await runAll(dialect, { options: { explain: true } });
	const { responseContract, conflicts } = await createContract(ran.items);
	expect(conflicts).toEqual([]);
	learned.set(dialect, { ran, responseContract: String(responseContract) });
}

afterEach(() => jest.restoreAllMocks());

beforeAll(async () => {
	for (const each of DIALECTS) await learn(each);
});

describe('a contract', () => {
	it('reads everything the same way without recognition', async () => {
		switchOffRecognition();
		const credential = { responseContract: contractOf(next), strictContract: true };
		const { results, outputs } = await runAll(next, { credential });
		expect([...results].filter(([, { error }]) => error !== undefined)).toEqual([]);
		expect(differences(ranIn(next), outputs)).toEqual([]);
	});
});

describe('a contract of another dialect', () => {
	it(`reports every endpoint that changes to ${next}, and reads it as ever`, async () => {
		const credential = { responseContract: contractOf(dialect) };
		const { results, outputs } = await runAll(next, { credential });
		expect(differences(ranIn(next), outputs)).toEqual([]);
		const hints = [...results.values()].flatMap((result) => result.hints);
		const reported = hints.flatMap(({ message }) => /^(.+) differs from/.exec(message)?.[1] ?? []);
		expect(changedIn(next, dialect)).not.toEqual([]);
		expect([...new Set(reported)].sort()).toEqual(
			expect.arrayContaining(changedIn(next, dialect).sort()),
		);
	});

	it(`is an error at the first response of ${next} where it is strict`, async () => {
		const credential = { responseContract: contractOf(dialect), strictContract: true };
		const { results, outputs, last } = await runAll(next, { credential });
		const isStrict = (error?: Error) => /differs from the contract/.test(error?.message ?? '');
		const wrong = [...results].filter(([name, { error, json }]) =>
			error === undefined ? outputs.get(name) !== ranIn(next).get(name) : json.length > 0,
		);
		expect(wrong.map(([name]) => name)).toEqual([]);
		const failed = [...results].filter(([, { error }]) => error !== undefined);
		expect(failed.filter(([, { error }]) => !isStrict(error))).toEqual([]);
		for (const [name, { error }] of failed) {
			const [, label = ''] = /response of (\S+ \S+) differs/.exec(error?.message ?? '') ?? [];
			const path = label.replace('{id}', '[^/]+');
			expect(`${name}: ${last.get(name)}`).toMatch(new RegExp(`: ${path}$`));
		}
	});
});
