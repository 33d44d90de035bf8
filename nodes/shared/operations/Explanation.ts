import type { JobDefinition } from '../catalogue/vocabulary';
import type { RowsRead } from '../lists/readPages';
import { explainAnswer, ruleInWords, type Recognition } from '../recognition/explain';
import type { FoundRows } from '../recognition/rows';
import type { OutputItem } from '../response/outputItem';
import type { Answer } from '../Service';
import type { Settings } from '../settings/readSettings';

/** What was recognised for one item, collected while the node works on it. */
export class Explanation {
	private readonly recognised: Recognition = {};

	constructor(private readonly settings: Settings) {}

	/** The answer to a submission: which job it is, and whether it was taken. */
	ofSubmission({ content, response }: Answer, { submit }: JobDefinition): void {
		const overrides = this.settings.job;
		this.add(explainAnswer({ content, response, overrides, submittedTo: submit.path }));
	}

	/** An answer that tells of a job, or holds its result. */
	ofAnswer({ content, response }: Answer, { rated }: Pick<JobDefinition, 'rated'> = {}): void {
		const { job: overrides, linkPath, ratingPath, flaggedCountPath } = this.settings;
		this.add(
			explainAnswer({
				content,
				response,
				overrides,
				linkPath,
				ratingPath,
				flaggedCountPath,
				rated,
			}),
		);
	}

	ofRows({ path, rule, candidates }: Omit<FoundRows, 'rows'>, count: number): void {
		const others = candidates.map((each) => ({ path: each, value: null }));
		const looksFor = ruleInWords(rule);
		this.add({ rows: { path, value: count, rule, looksFor, candidates: others } });
	}

	ofPages({ recognised, rows }: RowsRead): void {
		if (recognised === undefined) {
			this.add({ rows: null, next: null });
			return;
		}
		this.ofRows(recognised.rows, rows.length);
		const { next } = recognised;
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
	beside({ json, file }: OutputItem): OutputItem {
		const { recognised: raw, ...rest } = json;
		const recognised = raw === undefined ? this.recognised : { ...this.recognised, raw };
		return { json: { ...rest, recognised }, file };
	}

	private add(part: Recognition): void {
		Object.assign(this.recognised, part);
	}
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
