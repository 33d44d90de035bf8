import { findTraits } from '../../recognition/traits';
import { isRecord } from '../../values/records';
import type { Steps } from '../../values/steps';
import type { PartDraft, Section } from '../document';
import { readSubject, type Row, type Subject } from '../kind';
import { asWord, day, fullNumber, percent, ratingTone } from '../words';
import { aboutProfile, countBars, figureSection, nameOf, profileHead, missing } from './common';
import { furtherFields, tableOf } from './other';
import { entriesSection, riskSections } from './posts';

/** About a page on paper. */
const MOST_ENTRIES = 12;

/** A screening: how risky, how much of it, and what; with the flagged items that came beside it. */
export function screeningPart(subject: Subject, flagged: readonly Subject[]): PartDraft {
	const { traits, json } = subject;
	const lists = {
		...subject.lists,
		contents: flagged.length > 0 ? flagged : subject.lists.contents,
	};
	const risks: unknown[] = Array.isArray(json.risks) ? json.risks : [];
	return {
		what: 'Screening',
		...profileHead(traits, 'Screening'),
		sections: [
			() => missing([subject, ...flagged]),
			() => figureSection(ratingFigures(subject)),
			() =>
				lists.contents.length > 0
					? riskSections(lists.contents)
					: countBars('Risk categories', 'Flags', lists.categories),
			() => (risks.some(isRecord) ? [tableOf('Risks', risks.filter(isRecord))] : []),
			() => entriesSection('Flagged items', lists.contents, MOST_ENTRIES),
			() => furtherFields(subject),
		],
	};
}

function ratingFigures({ traits }: Subject) {
	const { riskRating, flaggedCount, contentCount } = traits;
	const share =
		flaggedCount === undefined || contentCount === undefined || contentCount === 0
			? undefined
			: (flaggedCount / contentCount) * 100;
	return [
		riskRating === undefined
			? undefined
			: {
					label: 'Risk rating',
					value: typeof riskRating === 'number' ? fullNumber(riskRating) : asWord(riskRating),
					tone: ratingTone(riskRating),
				},
		flaggedCount === undefined ? undefined : { label: 'Flagged', value: fullNumber(flaggedCount) },
		contentCount === undefined
			? undefined
			: { label: 'Contents checked', value: fullNumber(contentCount) },
		share === undefined ? undefined : { label: 'Share flagged', value: percent(share) },
	];
}

/** A monitored screening that has changed, as the trigger tells it. */
export function* changePart({ json }: Subject): Steps<PartDraft> {
	const current = isRecord(json.current) ? json.current : {};
	const previous = isRecord(json.previous) ? json.previous : {};
	const changed = isRecord(json.changed) ? json.changed : {};
	const now = yield* readSubject(current);
	const result = yield* readSubject(isRecord(current.result) ? current.result : {});
	const before = findTraits(previous).riskRating;
	const added: Row[] = [];
	const rows: unknown[] = Array.isArray(changed.added) ? changed.added : [];
	for (const row of rows.filter(isRecord)) {
		added.push({ json: row, traits: findTraits(row) });
		yield;
	}
	const figures: Section[] = figureSection([
		...ratingFigures({ ...now, traits: { ...result.traits, ...now.traits } }),
		before === undefined
			? undefined
			: { label: 'Rating before', value: asWord(String(before)), tone: ratingTone(before) },
		{
			label: 'Newly flagged',
			value: fullNumber(added.length),
			tone: added.length > 0 ? 'poor' : 'good',
		},
	]);
	const seenAt = typeof current.seenAt === 'string' ? [`Seen on ${day(current.seenAt)}`] : [];
	return {
		what: 'Change of a screening',
		title: nameOf(result.traits) ?? nameOf(now.traits) ?? 'Screening',
		link: result.traits.url,
		about: [...aboutProfile(result.traits), ...seenAt],
		sections: [
			() => figures,
			() => riskSections(now.lists.contents),
			() => entriesSection('Newly flagged', added, MOST_ENTRIES),
		],
	};
}
