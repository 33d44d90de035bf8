import type { IDataObject } from 'n8n-workflow';

import type { Units } from '../recognition/units';
import type { Row, Subject } from '../recognition/itemKind';
import type { Markup, MarkupContent } from './markup';
import type { Item } from './render/blocks';
import type { Tone } from './tones';

/** What is decided once for a whole report. */
export interface Scope {
	madeAt: number;
	units: Units;
	/** Nothing that was asked for is missing: only then is anything called good. */
	isComplete: boolean;
	/** The service, and what was sent, as far as the node knows it. */
	source: { host?: string; request?: IDataObject };
}

/** What a reader should know first. */
export interface Verdict<Text = string> {
	text: Text;
	tone: Tone;
	title?: string;
}

/** Made in steps, as there may be many rows. A step without a block is `undefined`. */
export type Blocks = Generator<Markup | undefined, void>;

type Of<T> = (subject: Subject, rows: readonly Row[], scope: Scope) => T;

/** How items of one kind are shown: what they are called, which figures, what they come to, and what else. */
export interface PartKind {
	label: string;
	/** What one of the rows is called. */
	noun?: string;
	title?: (subject: Subject) => string | undefined;
	figures?: Of<Item[]>;
	verdicts?: Of<Array<Verdict | undefined>>;
	/** From when on its words hold. */
	thresholds?: string;
	blocks: Of<Iterable<Markup | undefined>>;
}

/** A creator, or what is not about one creator. */
export interface Part {
	label: string;
	title: string;
	link?: string;
	about: Array<string | false | undefined>;
	introduction?: string;
	verdicts: Verdict[];
	sections: Array<{ title: string; blocks: Markup[] }>;
}

export interface ReportDocument {
	title: string;
	isTitled: boolean;
	madeAt: number;
	dataFrom: string;
	verdicts: Array<Verdict<MarkupContent>>;
	overview: Markup[];
	parts: Part[];
	footer: Array<[label: string, text: string]>;
}
