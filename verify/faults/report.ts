import { COUNTED, total, type Counts } from '../judge/judge';
import { contenders, isOurs, operations, type Contender } from '../operations/operations';
import { meanings } from '../report/evidence';
import { type Provenance, sentence } from '../report/provenance';
import { markdown } from '../report/tables';
import { faults } from './faults';
import type { Result } from './run';

const CONTENDERS: Record<Contender, string> = {
	ours: 'Our nodes',
	oursWithKey: 'Our nodes with Idempotency Header',
	http: 'HTTP Request',
	httpRetry: 'HTTP Request with Retry On Fail',
};

/** docs/evidence/faults.md. */
export function page(cells: Result[], provenance: Provenance): string {
	const ours = cells.filter(({ contender }) => isOurs(contender));
	const expected = ours.filter(({ verdict }) => verdict.objections.length === 0);
	return [
		'# What faults do to your data and your money',
		`Every operation below runs under every fault, in the real n8n, against the sandbox. ${sentence(provenance)} ${expected.length} of ${ours.length} cells are as expected. In each of them, the better of our two columns has at least as many right as Retry On Fail, and nothing is doubled. All figures are in [faults.json](faults.json).`,
		'## Totals',
		markdown(
			['', 'requests', 'wanted', ...COUNTED],
			totals(cells).map(([name, counts]) => [
				...[name, counts.requests, counts.wanted],
				...COUNTED.map((each) => counts[each]),
			]),
		),
		...priceOfNeverTwice(cells),
		"_HTTP Request_ is n8n's own node with the same Timeout, and with On Error: Continue as ours. For _Submit and Wait_ it is a loop of HTTP Request, Wait and IF; for lists it has n8n's pagination and a Split Out node. _Retry On Fail_ makes four tries, a second apart. The trigger has no counterpart.",
		'_Our nodes with Idempotency Header_ send a key with each paid request, which stays the same over all retries. The sandbox honours it: it carries out such a request once and sends the same response again. Without a key, a paid request whose response was lost is not repeated, as that may cost twice. Reads have no key; the totals count them as they are.',
		'## What is counted',
		meanings(COUNTED),
		'Paid requests are POSTs and PATCHes to the service. If n8n is killed, it shows the execution as crashed: what that execution had sent is in doubt, and counts as said.',
		'## The faults',
		faults.map(({ label, what }) => `- **${label}**: ${what}`).join('\n'),
		'The fault affects requests of the operation, then all is well again. In _Submit and Wait_ it affects one submission and the first polls.',
		...operations.flatMap(({ id, label }) => section(id, label, cells)),
	].join('\n\n');
}

const placeOf = ({ fault, operation }: Result): string => `${fault} ${operation}`;

const SHARED = 'what the HTTP Request node can do too';

/** The same work on both sides: only cells that the HTTP Request node can do as well. */
function totals(cells: Result[]): Array<[string, Counts]> {
	const by = (id: Contender) => (cell: Result) => cell.contender === id;
	const placesBy = (id: Contender) => new Set(cells.filter(by(id)).map(placeOf));
	const [shared, keyed] = [placesBy('http'), placesBy('oursWithKey')];
	/** A read has no key, and is the same with the header and without it. */
	const withKey = (cell: Result) => by(keyed.has(placeOf(cell)) ? 'oursWithKey' : 'ours')(cell);
	const isShared = (cell: Result) => shared.has(placeOf(cell));
	const { ours, oursWithKey, http, httpRetry } = CONTENDERS;
	const lines: Array<[string, (cell: Result) => boolean]> = [
		[`${ours}, all operations`, by('ours')],
		[`${oursWithKey}, all operations`, withKey],
		[`${ours}, ${SHARED}`, (cell) => by('ours')(cell) && isShared(cell)],
		[`${oursWithKey}, ${SHARED}`, (cell) => withKey(cell) && isShared(cell)],
		[http, by('http')],
		[httpRetry, by('httpRetry')],
	];
	return lines.map(([name, test]) => [
		name,
		total(cells.filter(test).map(({ verdict }) => verdict)),
	]);
}

/** Where a paid request is not repeated, an item may fail that a repetition would have got. */
function priceOfNeverTwice(cells: Result[]): string[] {
	const rightOf = (id: Contender) =>
		new Map(
			cells
				.filter(({ contender }) => contender === id)
				.map((cell) => [placeOf(cell), cell.verdict.right]),
		);
	const retried = rightOf('httpRetry');
	const pairs = [...rightOf('ours')].filter(([place]) => retried.has(place));
	if (pairs.length === 0) return [];
	const fewer = pairs.filter(([place, right]) => right < (retried.get(place) ?? 0)).length;
	return [
		`**The price of never paying twice**: without _Idempotency Header_, our nodes get fewer right than Retry On Fail in ${fewer} of ${pairs.length} cells. There a paid request got no usable response, so it is not sent again, and an error says so.`,
	];
}

/** A line for each fault. */
function section(operation: string, label: string, cells: Result[]): string[] {
	const here = cells.filter((cell) => cell.operation === operation);
	const others = contenders.slice(1).filter((id) => here.some(({ contender }) => contender === id));
	const rows = faults.flatMap((fault) => {
		const cellOf = (id: Contender) =>
			here.find((each) => each.fault === fault.id && each.contender === id);
		const verdict = cellOf('ours')?.verdict;
		if (verdict === undefined) return [];
		const row = [
			...[fault.label, verdict.requests, `${verdict.right} of ${verdict.wanted}`],
			...COUNTED.slice(1).map((name) => verdict[name]),
			...others.map((id) => {
				const cell = cellOf(id);
				return cell ? short(cell.verdict) + (isOurs(id) ? remark(cell.verdict) : '') : '';
			}),
			(verdict.message ?? '') + remark(verdict),
		];
		return [row];
	});
	const names = others.map((contender) => CONTENDERS[contender]);
	const heads = ['Fault', 'requests', ...COUNTED, ...names, 'What the user saw'];
	return rows.length === 0 ? [] : [`## ${label}`, markdown(heads, rows)];
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
