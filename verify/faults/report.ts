import { aligned, markdown } from '../report/tables';
import { COUNTED, total, type Counts } from '../judge/judge';
import { meanings } from '../report/evidence';
import { type Provenance, sentence } from '../report/provenance';
import type { Fault } from './faults';
import { contenders, isOurs, type Contender, type Operation } from './operations';
import type { Result } from './run';

export const CONTENDERS: Record<Contender, string> = {
	ours: 'Our nodes',
	oursWithKey: 'Our nodes with Idempotency Header',
	http: 'HTTP Request',
	httpRetry: 'HTTP Request with Retry On Fail',
};

type Names = Pick<Fault, 'id' | 'label' | 'what'>;
type OperationNames = Pick<Operation, 'id' | 'label'>;

export interface Lists {
	faults: Names[];
	operations: OperationNames[];
}

/** For the terminal: one line per cell of our nodes, and the totals. */
export function table(cells: Result[], lists: Lists): string {
	const rows = ordered(cells, lists)
		.filter(({ contender }) => isOurs(contender))
		.map((cell) => [
			labelOf(lists.faults, cell.fault),
			labelOf(lists.operations, cell.operation),
			CONTENDERS[cell.contender],
			...figures(cell.verdict),
			cell.verdict.objections.join('; ') || 'as expected',
		]);
	const sums = totals(cells).map(([name, counts]) => [name, '', '', ...figures(counts), '']);
	return aligned([
		['Fault', 'Operation', 'Nodes', 'requests', ...COUNTED, ''],
		...rows,
		[],
		...sums,
	]);
}

const figures = (counts: Counts): string[] => [
	String(counts.requests),
	...COUNTED.map((name) => String(counts[name])),
];

/** The same work on both sides: only cells that the HTTP Request node can do as well. */
export function totals(cells: Result[]): Array<[string, Counts]> {
	const placesOf = (test: (contender: Contender) => boolean) =>
		new Set(cells.filter(({ contender }) => test(contender)).map(placeOf));
	const shared = placesOf((contender) => !isOurs(contender));
	const keyed = placesOf((contender) => contender === 'oursWithKey');
	const of = (test: (cell: Result) => boolean) =>
		total(cells.filter(test).map(({ verdict }) => verdict));
	/** A read has no key, and is the same with the header and without it. */
	const hasHeader = (cell: Result) =>
		cell.contender === (keyed.has(placeOf(cell)) ? 'oursWithKey' : 'ours');
	const both = 'what the HTTP Request node can do too';
	return [
		[`${CONTENDERS.ours}, all operations`, of(({ contender }) => contender === 'ours')],
		[`${CONTENDERS.oursWithKey}, all operations`, of(hasHeader)],
		[
			`${CONTENDERS.ours}, ${both}`,
			of((cell) => cell.contender === 'ours' && shared.has(placeOf(cell))),
		],
		[
			`${CONTENDERS.oursWithKey}, ${both}`,
			of((cell) => hasHeader(cell) && shared.has(placeOf(cell))),
		],
		[CONTENDERS.http, of(({ contender }) => contender === 'http')],
		[CONTENDERS.httpRetry, of(({ contender }) => contender === 'httpRetry')],
	];
}

const placeOf = ({ fault, operation }: Result): string => `${fault} ${operation}`;

function ordered(cells: Result[], { faults, operations }: Lists): Result[] {
	const at = (list: Array<{ id: string }>, id: string) => list.findIndex((each) => each.id === id);
	return [...cells].sort(
		(a, b) =>
			at(operations, a.operation) - at(operations, b.operation) ||
			at(faults, a.fault) - at(faults, b.fault) ||
			contenders.indexOf(a.contender) - contenders.indexOf(b.contender),
	);
}

const labelOf = (list: OperationNames[], id: string): string =>
	list.find((each) => each.id === id)?.label ?? id;

/** docs/evidence/faults.md. */
export function page(cells: Result[], lists: Lists, provenance: Provenance): string {
	const ours = cells.filter(({ contender }) => isOurs(contender));
	const expected = ours.filter(({ verdict }) => verdict.objections.length === 0);
	return [
		'# What faults do to your data and your money',
		`Every operation below runs under every fault, in the real n8n, against the sandbox. ${sentence(provenance)} ${expected.length} of ${ours.length} cells are as expected. In each of them, the better of our two columns has at least as many right as Retry On Fail, and nothing is doubled. All figures are in [faults.json](faults.json).`,
		'## Totals',
		totalsTable(cells),
		...priceOfNeverTwice(cells),
		"_HTTP Request_ is n8n's own node with the same Timeout, and with On Error: Continue as ours. For _Submit and Wait_ it is a loop of HTTP Request, Wait and IF; for lists it has n8n's pagination and a Split Out node. _Retry On Fail_ makes four tries, a second apart. The trigger has no counterpart.",
		'_Our nodes with Idempotency Header_ send a key with each paid request, which stays the same over all retries. The sandbox honours it: it carries out such a request once and sends the same response again. Without a key, a paid request whose response was lost is not repeated, as that may cost twice. Reads have no key; the totals count them as they are.',
		'## What is counted',
		meanings(COUNTED),
		'Paid requests are POSTs and PATCHes to the service. If n8n is killed, it shows the execution as crashed: what that execution had sent is in doubt, and counts as said.',
		'## The faults',
		lists.faults.map(({ label, what }) => `- **${label}**: ${what}`).join('\n'),
		'The fault affects requests of the operation, then all is well again. In _Submit and Wait_ it affects one submission and the first polls.',
		...lists.operations.flatMap((operation) => section(operation, cells, lists)),
	].join('\n\n');
}

/** Where a paid request is not repeated, an item may fail that a repetition would have got. */
function priceOfNeverTwice(cells: Result[]): string[] {
	const pairs = cells
		.filter(({ contender }) => contender === 'ours')
		.flatMap((ours) => {
			const retry = cells.find(
				(it) => it.contender === 'httpRetry' && placeOf(it) === placeOf(ours),
			);
			return retry ? [{ ours: ours.verdict.right, retry: retry.verdict.right }] : [];
		});
	if (pairs.length === 0) return [];
	const fewer = pairs.filter(({ ours, retry }) => ours < retry).length;
	return [
		`**The price of never paying twice**: without _Idempotency Header_, our nodes get fewer right than Retry On Fail in ${fewer} of ${pairs.length} cells. There a paid request got no usable response, so it is not sent again, and an error says so.`,
	];
}

function totalsTable(cells: Result[]): string {
	return markdown(
		['', 'requests', 'wanted', ...COUNTED],
		totals(cells).map(([name, counts]) => [
			name,
			counts.requests,
			counts.wanted,
			...COUNTED.map((each) => counts[each]),
		]),
	);
}

function section(operation: OperationNames, cells: Result[], lists: Lists): string[] {
	const here = ordered(cells, lists).filter((cell) => cell.operation === operation.id);
	const ours = here.filter(({ contender }) => contender === 'ours');
	if (ours.length === 0) return [];
	const others = (['oursWithKey', 'http', 'httpRetry'] as const).filter((contender) =>
		here.some((cell) => cell.contender === contender),
	);
	const rows = ours.map(({ fault, verdict }) => [
		labelOf(lists.faults, fault),
		verdict.requests,
		`${verdict.right} of ${verdict.wanted}`,
		...COUNTED.slice(1).map((name) => verdict[name]),
		...others.map((contender) => {
			const cell = here.find((each) => each.fault === fault && each.contender === contender);
			return cell ? short(cell.verdict) + (isOurs(contender) ? remark(cell.verdict) : '') : '';
		}),
		(verdict.message ?? '') + remark(verdict),
	]);
	const heads = [
		'Fault',
		'requests',
		...COUNTED,
		...others.map((contender) => CONTENDERS[contender]),
	];
	return [`## ${operation.label}`, markdown([...heads, 'What the user saw'], rows)];
}

const remark = ({ objections }: Result['verdict']): string =>
	objections.length > 0 ? ` **Not as expected: ${objections.join('; ')}**` : '';

/** What is not as it should be, and how many were returned. */
function short(counts: Result['verdict']): string {
	const bad = COUNTED.filter((name) => name !== 'right' && counts[name] > 0);
	const hung = counts.isHung ? ['did not end'] : [];
	const found = bad.map((name) => `${counts[name]} ${name}`);
	return [`${counts.right} of ${counts.wanted}`, ...hung, ...found].join(', ');
}
