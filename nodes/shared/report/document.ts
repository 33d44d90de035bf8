import type { Steps } from '../values/steps';

/** What colours say: good and poor are judgements, the numbered ones only tell things apart. */
export type Tone = 'accent' | 'good' | 'fair' | 'poor' | 'quiet' | `s${1 | 2 | 3 | 4 | 5 | 6}`;

/** What a reader should know first, in one or two sentences. */
export interface Verdict {
	text: string;
	tone: Tone;
	/** The text without the rating, which a table shows next to it. */
	reason?: string;
}

export interface Figure {
	label: string;
	value: string;
	tone?: Tone;
	/** What the number is a part of, or how it was computed. */
	note?: string;
}

export interface Bar {
	label: string;
	value: number;
	text: string;
	tone?: Tone;
	link?: string;
}

export interface Series {
	label: string;
	tone: Tone;
}

export interface Slice extends Series {
	value: number;
}

export interface Cell {
	text: string;
	link?: string;
	tone?: Tone;
	/** Of 100: drawn as a bar below the text. */
	share?: number;
}

export interface Column {
	label: string;
	numeric?: boolean;
}

/** A post, a comment, or a flagged item. */
export interface Entry {
	title?: string;
	text?: string;
	link?: string;
	/** Who, when, and how many likes. */
	details: string[];
	tags: Array<{ text: string; tone: Tone }>;
}

export interface Fact {
	/** What several facts are about. */
	group?: string;
	label: string;
	cell: Cell;
}

export type Section =
	| { kind: 'figures'; figures: Figure[] }
	| { kind: 'bars'; title: string; what: string; bars: Bar[] }
	| { kind: 'split'; title: string; slices: Slice[] }
	| {
			kind: 'pyramid';
			title: string;
			left: string;
			right: string;
			rows: Array<{ label: string; left: number; right: number }>;
	  }
	| {
			kind: 'columns';
			title: string;
			series: Series[];
			columns: Array<{ label: string; values: number[] }>;
			/** Each column is how much there was at that time: they do not add up. */
			isLevel?: boolean;
			/** When the last period ends, in milliseconds: it may not be over. */
			endsAt?: number;
			isLastOpen?: boolean;
	  }
	| { kind: 'matrix'; title: string; names: string[]; cells: Array<Array<number | undefined>> }
	| { kind: 'entries'; title: string; entries: Entry[]; more: number; isFolded?: boolean }
	| {
			kind: 'table';
			title: string;
			columns: Column[];
			rows: Cell[][];
			more: number;
			isFolded?: boolean;
	  }
	| { kind: 'facts'; title: string; facts: Fact[]; more: number }
	| { kind: 'note'; text: string };

/** One subject of the report: a screening, a profile, a search. */
export interface Part {
	what: string;
	title: string;
	link?: string;
	/** Few words on the subject, e.g. where it lives. */
	about: string[];
	/** The subject in its own words. */
	introduction?: string;
	verdict?: Verdict;
	sections: Section[];
}

/** A part whose sections are still to be made, with pauses between them: there may be many rows. */
export interface PartDraft extends Omit<Part, 'sections'> {
	sections: Array<() => Section[] | Steps<Section[]>>;
}

export interface ReportDocument {
	title: string;
	isTitled: boolean;
	madeAt: number;
	/** Where there are several subjects: what all of them come to. A single part has its own. */
	verdicts: Array<Verdict & { title?: string }>;
	/** All subjects side by side, where there are several. */
	overview: Section[];
	parts: Part[];
}
