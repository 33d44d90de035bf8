import type { Endpoint, JobDefinition } from '../catalogue/vocabulary';
import { labelOf, pieceFor, toDocument, type Piece } from '../contract/contract';
import { learnNext, learnPlace, learnState, mergePiece } from '../contract/learn';
import {
	asLength,
	asPinnedId,
	asRows,
	asScalar,
	asText,
	sourceOf,
	valueOf,
} from '../contract/read';
import type { RowsRead } from '../lists/readPages';
import { explainAnswer, type Recognised, type Recognition } from '../recognition/explain';
import { readState } from '../recognition/jobState';
import { asLink } from '../recognition/link';
import type { FoundRows } from '../recognition/rows';
import type { OutputItem } from '../response/outputItem';
import type { Answer } from '../Service';
import type { Content } from '../http/types';
import type { Settings } from '../settings/readSettings';

/** What was recognised for one item, collected while the node works on it. */
export class Explanation {
	private readonly recognised: Recognition = {};

	/** The pieces of a contract that would read the same. */
	private readonly pieces = new Map<string, Piece>();

	constructor(private readonly settings: Settings) {}

	/** The answer to a submission: which job it is, and whether it was taken. */
	ofSubmission(answer: Answer, { submit }: JobDefinition): void {
		const { content, response } = answer;
		const overrides = this.settings.job;
		const found = explainAnswer({ content, response, overrides, submittedTo: submit.path });
		this.add(found);
		const read = asPinnedId(submit.path);
		const id = learnPlace('id', placeOf(found.id), sourceOf(content, response), read);
		this.learn(submit, id, this.stateIn(answer, { submission: true }));
	}

	/** An answer that tells of a job, or holds its result. */
	ofAnswer(answer: Answer, endpoint: Endpoint, job?: Pick<JobDefinition, 'rated'>): void {
		const { content, response } = answer;
		const { job: overrides, linkPath, ratingPath, flaggedCountPath } = this.settings;
		const found = explainAnswer({
			content,
			response,
			overrides,
			linkPath,
			ratingPath,
			flaggedCountPath,
			rated: job?.rated,
		});
		this.add(found);
		const source = sourceOf(content, response);
		const { reason, link, rating, flaggedCount } = found;
		this.learn(
			endpoint,
			learnPlace('reason', placeOf(reason), source, asText),
			learnPlace('link', placeOf(link), source, asLink),
			...(job?.rated ? [learnPlace('rating', placeOf(rating), source, asScalar)] : []),
			learnPlace('count', placeOf(flaggedCount), source, asLength),
			...(job === undefined ? [] : [this.stateIn(answer)]),
		);
	}

	/** `content` is where the rows are. */
	ofRows(
		{ path, rule, candidates }: Omit<FoundRows, 'rows'>,
		count: number,
		{ endpoint, content }: { endpoint: Endpoint; content: Content },
	): void {
		const others = candidates.map((each) => ({ path: each, value: null }));
		this.add({ rows: { path, value: count, rule, candidates: others } });
		const isThere =
			content.kind === 'data' && asRows(valueOf({ value: content.value, headers: {} }, path));
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
			next: { path, value: shown(value), rule, sent: { ...sent }, candidates: others },
		});
	}

	/** The item and what was recognised; a field `recognised` of the service is kept as `recognised.raw`. */
	beside({ json, file }: OutputItem): OutputItem {
		const { recognised: raw, ...rest } = json;
		const { endpoints: contract } = toDocument(this.pieces);
		const recognised = {
			...this.recognised,
			...(this.pieces.size > 0 && { contract }),
			...(raw !== undefined && { raw }),
		};
		return { json: { ...rest, recognised }, file };
	}

	private add(part: Recognition): void {
		Object.assign(this.recognised, part);
	}

	private stateIn({ content, response }: Answer, options?: { submission: boolean }): Piece {
		const seen = readState(content, response, this.settings.job, options);
		return learnState(seen, sourceOf(content, response));
	}

	private learn(endpoint: Endpoint, ...learned: Piece[]): void {
		const label = labelOf(endpoint);
		const { fields } = pieceFor(this.settings.contract, endpoint);
		const before = this.pieces.get(label) ?? { ...(fields && { fields }) };
		const piece = learned.reduce((all, each) => mergePiece(all, each), before);
		if (Object.keys(piece).length > 0) this.pieces.set(label, piece);
	}
}

/** A header is a place as well. */
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

/** Adds what was recognised, if the user asks for it. */
export function explained(items: OutputItem[], explanation?: Explanation): OutputItem[] {
	return explanation === undefined ? items : items.map((item) => explanation.beside(item));
}
