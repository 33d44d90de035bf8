import type { Endpoint } from '../catalogue/types';
import { Failure } from '../failure/Failure';
import type { Content } from '../http/types';
import { shortened } from '../jobs/failures';
import {
	explainEntry,
	explainId,
	explainRows,
	explainState,
	type Explanation,
} from '../plan/explain';
import { readId, readJobState, readRows, readValue } from '../plan/layers';
import type { Difference, IdEntry, Outcome, Reading, RowsEntry } from '../plan/layers';
import { endpointLabel } from '../plan/plan';
import type { PlaceValues } from '../plan/read';
import type { ReadState } from '../recognition/jobState';
import { toItem } from '../response/outputItem';
import type { DecodedResponse } from '../Service';
import type { Reader } from './RunContext';

/** By what 'Explain Recognition' calls them. */
const VALUES = { link: 'link', rating: 'rating', count: 'flaggedCount' } as const;
type ValueName = keyof typeof VALUES;

interface ReaderOptions extends Omit<Reader, 'service'> {
	endpoint: Endpoint;
}

/** Reads the values of one response: by the plan, with a hint or a failure where the response differs from the contract. */
export class ResponseReader {
	private readonly reading: Reading;

	constructor(
		private readonly options: ReaderOptions,
		private readonly received: Pick<DecodedResponse, 'content' | 'response'>,
	) {
		const { settings, endpoint } = options;
		const { content, response } = received;
		const { overrides, rowsPath, contract } = settings;
		this.reading = { content, response, endpoint, overrides, rowsPath, contract };
	}

	id(): IdEntry | undefined {
		const outcome = readId(this.reading);
		this.explain('id', outcome, explainId);
		return this.entryOf(outcome, outcome.entry?.value);
	}

	state(options: Parameters<typeof readJobState>[1] = {}): ReadState {
		const outcome = readJobState(this.reading, options);
		this.explain('state', outcome, explainState);
		const { reasonReading } = outcome.entry;
		if (reasonReading) this.explain('reason', outcome, () => explainEntry('reason', reasonReading));
		return this.entryOf(outcome);
	}

	rows(): RowsEntry | undefined {
		const outcome = readRows(this.reading);
		this.explain('rows', outcome, (rows) => (rows ? explainRows(rows, rows.value.length) : null));
		return this.entryOf(outcome);
	}

	value<Name extends ValueName>(name: Name): PlaceValues[Name] | undefined {
		return this.entryOf(this.readValue(name))?.value;
	}

	/** 'Explain Recognition' also shows what the operation does not need; nothing is reported as different. */
	explainAll({ isRated = false } = {}): void {
		if (this.options.explanation === undefined) return;
		const names = isRated ? (['link', 'rating', 'count'] as const) : (['link'] as const);
		for (const name of names) this.readValue(name);
	}

	private readValue<Name extends ValueName>(name: Name) {
		const outcome = readValue(this.reading, name);
		this.explain(VALUES[name], outcome, (entry) => explainEntry(VALUES[name], entry));
		return outcome;
	}

	private explain<T>(
		kind: Parameters<Explanation['add']>[1],
		{ entry, plan }: Outcome<T>,
		explainedBy: (entry: T) => Parameters<Explanation['add']>[2],
	): void {
		const { explanation, endpoint } = this.options;
		explanation?.add(endpoint, kind, explainedBy(entry), plan());
	}

	private entryOf<T>({ entry, difference }: Outcome<T>, id?: string | number): T {
		if (difference !== undefined) {
			reportDifference(this.options, this.received.content, difference, id);
		}
		return entry;
	}
}

/** A difference from the contract is an error if the contract is strict, otherwise a hint. */
export function reportDifference(
	{ hints, endpoint }: Pick<ReaderOptions, 'hints' | 'endpoint'>,
	content: Content,
	{ what, now, isPinned, isError }: Difference,
	id?: string | number,
): void {
	const change = now === undefined ? what : `${what}; it is now at '${now}'`;
	const label = endpointLabel(endpoint);
	if (!isError) {
		hints.add(`${label} ${isPinned ? DIFFERS : DIFFERS_FROM_DOCUMENT}`, change);
		return;
	}
	throw new Failure({
		kind: 'response',
		message: `The response of ${label} differs from the contract in the credential: ${change}`,
		description: id === undefined ? STRICT : `The ID of the job may be ${id}. ${STRICT}`,
		response: shortened(toItem(content).json),
		...(id !== undefined && { job: { id } }),
	});
}

const DIFFERS =
	'differs from the contract in the credential: %. The node recognised it instead. Create the contract again.';

const DIFFERS_FROM_DOCUMENT =
	"differs from the service's OpenAPI document: %. The node recognised it instead. To pin it, create a contract.";

const STRICT =
	"Create the contract again, or turn off 'Strict Contract' in the credential, then retry this execution. It does not send paid requests again.";
