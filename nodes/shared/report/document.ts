import type { Steps } from '../values/steps';

/** What colours say: good and poor are judgements, the numbered ones only tell things apart. */
export type Tone = 'accent' | 'good' | 'fair' | 'poor' | 'quiet' | `s${1 | 2 | 3 | 4 | 5 | 6}`;

export interface Figure {
	label: string;
	value: string;
	tone?: Tone;
	/** What the number is a part of, or how it came about. */
	note?: string;
}

export interface Bar {
	label: string;
	value: number;
	/** The value as it is read. */
	text: string;
	tone?: Tone;
	link?: string;
}

export interface Slice {
	label: string;
	value: number;
	tone: Tone;
}

export interface Series {
	label: string;
	tone: Tone;
}

export interface Cell {
	text: string;
	link?: string;
	tone?: Tone;
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

export type Section =
	| { kind: 'figures'; figures: Figure[] }
	| { kind: 'bars'; title: string; what: string; bars: Bar[]; most?: number }
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
	  }
	| { kind: 'matrix'; title: string; names: string[]; cells: Array<Array<number | undefined>> }
	| { kind: 'entries'; title: string; entries: Entry[]; more: number }
	| { kind: 'table'; title: string; columns: Column[]; rows: Cell[][]; more: number }
	| { kind: 'facts'; title: string; facts: Array<{ label: string; cell: Cell }>; more: number }
	| { kind: 'note'; text: string };

/** One subject of the report: a screening, a profile, a search. */
export interface Part {
	/** What it is, e.g. "Screening". */
	what: string;
	title: string;
	link?: string;
	/** Few words on the subject, e.g. where it lives. */
	about: string[];
	/** The subject in its own words. */
	introduction?: string;
	sections: Section[];
}

/** A part whose sections are still to be made, with pauses between them: there may be many rows. */
export interface PartDraft extends Omit<Part, 'sections'> {
	sections: Array<() => Section[] | Steps<Section[]>>;
}

export interface ReportDocument {
	title: string;
	/** Whether the user gave the title. */
	isTitled: boolean;
	/** In milliseconds. */
	madeAt: number;
	/** All subjects side by side, where there are several. */
	overview: Section[];
	parts: Part[];
}
