import type { Endpoint, JobDefinition } from '../catalogue/types';
import {
	CONTRACT_RULE,
	endpointLabel,
	pieceFor,
	toDocument,
	type EndpointContract,
	type PathEntry,
} from '../contract/contract';
import { learnNext, learnPlace, learnState, mergePiece } from '../contract/learn';
import {
	asLength,
	asPinnedId,
	asRows,
	asScalar,
	asMessage,
	firstAt,
	sourceOf,
	valueAtPath,
	type Source,
} from '../contract/read';
import type { RowsRead } from '../lists/readPages';
import {
	explainRecognition,
	explainCost,
	ruleInWords,
	type Recognised,
	type Recognition,
} from '../recognition/explain';
import { readState, type ReadState } from '../recognition/jobState';
import { asCount, asLink } from '../recognition/scalars';
import type { FoundRows } from '../recognition/rows';
import type { OutputItem } from '../response/outputItem';
import type { DecodedResponse } from '../Service';
import type { Content } from '../http/types';
import type { Settings } from '../settings/readSettings';

/** What was recognised for one item, collected while the node works on it. */
export class Explanation {
	private readonly recognised: Recognition = {};

	/** The contract pieces that would give the same readings. */
	private readonly pieces = new Map<string, EndpointContract>();

	constructor(private readonly settings: Settings) {}

	ofSubmission(
		{ content, response }: DecodedResponse,
		{ submit }: JobDefinition,
		seen?: ReadState,
	): void {
		const overrides = this.settings.job;
		const found = explainRecognition({ content, response, overrides, submittedTo: submit.path });
		const state = readState(content, response, overrides, { submission: true });
		const source = sourceOf(content, response);
		const kinds: readonly PlaceOf[] = [['id', 'id', asPinnedId(submit.path)], COST];
		this.add(this.places(submit, source, found, kinds), seen);
		this.learn(submit, learnState(state, source));
	}

	ofStarted({ content, response }: DecodedResponse, endpoint: Endpoint): void {
		const overrides = this.settings.job;
		const { id } = explainRecognition({ content, response, overrides, submittedTo: endpoint.path });
		const source = sourceOf(content, response);
		this.add(this.places(endpoint, source, { id }, [['id', 'id', asPinnedId(endpoint.path)]]));
	}

	/** What a page of a list cost; other responses are read as a whole. */
	ofCost({ content, response }: DecodedResponse, endpoint: Endpoint): void {
		const value = content.kind === 'data' ? content.value : undefined;
		const cost = explainCost(value, response.headers);
		if (cost) this.add(this.places(endpoint, sourceOf(content, response), { cost }, [COST]));
	}

	addResponse(
		{ content, response }: DecodedResponse,
		endpoint: Endpoint,
		job?: Pick<JobDefinition, 'hasRiskRating'>,
		seen?: ReadState,
	): void {
		const { job: overrides } = this.settings;
		const { hasRiskRating } = job ?? {};
		const found = explainRecognition({ content, response, overrides, hasRiskRating });
		const source = sourceOf(content, response);
		const kinds = hasRiskRating ? [...RESULT, ...RATED] : RESULT;
		this.add(this.places(endpoint, source, found, kinds), seen);
		if (job === undefined) return;
		this.learn(endpoint, learnState(readState(content, response, overrides), source));
	}

	/** `content` is where the rows are. */
	ofRows(
		{ path, rule, candidates }: Omit<FoundRows, 'rows'>,
		count: number,
		{ endpoint, content }: { endpoint: Endpoint; content: Content },
	): void {
		const others = candidates.map((each) => ({ path: each, value: null }));
		const looksFor = ruleInWords(rule);
		this.add({ rows: { path, value: count, rule, looksFor, candidates: others } });
		const isThere =
			content.kind === 'data' && asRows(valueAtPath({ value: content.value, headers: {} }, path));
		if (isThere) this.learn(endpoint, { rows: [path] });
	}

	ofPages({ recognised, rows, first, firstCount }: RowsRead, endpoint: Endpoint): void {
		if (recognised === undefined) {
			this.add({ rows: null, next: null });
			return;
		}
		this.ofRows(recognised.rows, rows.length, { endpoint, content: first });
		const { next, info } = recognised;
		const kept = pieceFor(this.settings.contract, endpoint).next;
		if (next && info) this.learn(endpoint, learnNext({ found: next, info, rows: firstCount }));
		else if (kept) this.learn(endpoint, { next: kept });
		if (next === undefined) {
			this.add({ next: null });
			return;
		}
		const { path, value, rule, candidates, sent } = next;
		const others = candidates.map((each) => ({ path: each.path, value: shown(each.value) }));
		this.add({
			next: {
				...{ path, value: shown(value), rule, looksFor: ruleInWords(rule) },
				sent: { ...sent },
				candidates: others,
			},
		});
	}

	/** The item and what was recognised; a field `recognised` of the service is kept as `recognised.raw`. */
	withRecognised({ json, file }: OutputItem): OutputItem {
		const { recognised: raw, ...rest } = json;
		const { endpoints: contract } = toDocument(this.pieces);
		const recognised = {
			...this.recognised,
			...(this.pieces.size > 0 && { contract }),
			...(raw !== undefined && { raw }),
		};
		return { json: { ...rest, recognised }, file };
	}

	/** `seen` is the state by the contract, if there is one. */
	private add(part: Recognition, seen?: ReadState): void {
		Object.assign(this.recognised, part);
		if (seen?.rule !== CONTRACT_RULE) return;
		const { path, rawState: value, state, rule } = seen;
		this.recognised.state = { path, value, state, rule, candidates: [] };
	}

	/** What was recognised, or what the contract found; what was recognised is learned. */
	private places(
		endpoint: Endpoint,
		source: Source,
		found: Recognition,
		kinds: readonly PlaceOf[],
	): Recognition {
		const piece = pieceFor(this.settings.contract, endpoint);
		const pinned = kinds.flatMap(([kind, name, read]) => {
			this.learn(endpoint, learnPlace(kind, placeOf(found[name]), source, read));
			const at = firstAt<unknown>(piece[kind], source, read);
			return at ? [[name, { ...at, rule: CONTRACT_RULE, candidates: [] }]] : [];
		});
		return { ...found, ...(Object.fromEntries(pinned) as Recognition) };
	}

	private learn(endpoint: Endpoint, learned: EndpointContract): void {
		const label = endpointLabel(endpoint);
		const { fields } = pieceFor(this.settings.contract, endpoint);
		const piece = mergePiece(this.pieces.get(label) ?? { ...(fields && { fields }) }, learned);
		if (Object.keys(piece).length > 0) this.pieces.set(label, piece);
	}
}

/** An entry of the contract, its name in `recognised`, and how its value is read. */
type PlaceOf = readonly [
	PathEntry,
	'id' | 'reason' | 'link' | 'rating' | 'flaggedCount' | 'cost',
	(raw: unknown, path: string) => unknown,
];

const COST: PlaceOf = ['cost', 'cost', asCount];
const RESULT: readonly PlaceOf[] = [
	['reason', 'reason', asMessage],
	['link', 'link', asLink],
	COST,
];
const RATED: readonly PlaceOf[] = [
	['rating', 'rating', asScalar],
	['count', 'flaggedCount', asLength],
];

/** The path of a value; a header has a path, too. */
function placeOf(found: Recognised | null | undefined) {
	if (found === null || found === undefined) return undefined;
	const { path, header, value } = found;
	return { path: header === undefined ? (path ?? '') : `headers.${header}`, value };
}

type Shown = string | number | boolean | null;

function shown(value: unknown): Shown {
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	return isPlain ? (value as Shown) : value === undefined ? null : JSON.stringify(value);
}

/** Adds `recognised` to the items, if 'Explain Recognition' is on. */
export function explained(items: OutputItem[], explanation?: Explanation): OutputItem[] {
	return explanation === undefined ? items : items.map((item) => explanation.withRecognised(item));
}
