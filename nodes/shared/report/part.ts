import type { Traits } from '../recognition/traits';
import type { Tone } from './tones';
import { asName, atName, MAX_CODE_LENGTH, nameOf } from './words';
import type { Group } from './kind';
import type { Markup } from './markup';

/** What a reader should know first, in one or two sentences. */
export interface Verdict {
	text: string;
	tone: Tone;
}

/** Sections one by one. `undefined` is a pause, or a section that has nothing to show. */
export type Sections = Generator<Markup | undefined, void>;

/** One subject of the report: a screening, a profile, a search. */
export interface Part {
	what: string;
	title: string;
	link?: string;
	/** Few words on the subject, e.g. where it lives. */
	about?: string[];
	/** The subject in its own words. */
	introduction?: string;
	/** Nothing where the data does not carry one. */
	verdict?: Verdict;
	sections: Iterable<Markup | undefined>;
}

/** A part whose sections are still to be made, and what it is made of. */
export interface Draft {
	group: Group;
	part: Part;
}

export interface ReportDocument {
	title: string;
	isTitled: boolean;
	madeAt: number;
	verdicts: Array<Verdict & { title?: string | false }>;
	/** All subjects side by side, where there are several. */
	overview: Markup[];
	parts: Part[];
}

/** What stands above the sections of a part that is about one profile. */
export function profileHead(
	traits: Traits,
	unnamed: string,
): Omit<Part, 'what' | 'sections' | 'verdict'> {
	const { name, handle, platform, country, language, verified, monitored } = traits;
	const about = [
		name !== undefined && handle !== undefined && atName(handle),
		platform !== undefined && asName(platform),
		country,
		// A language has a name; a code says nothing to a reader.
		language !== undefined && language.length > MAX_CODE_LENGTH && language,
		verified === true && 'Verified',
		monitored === true && 'Monitored',
	];
	return {
		title: nameOf(traits) ?? unnamed,
		link: traits.url,
		about: about.filter((each) => typeof each === 'string'),
		introduction: traits.introduction,
	};
}
