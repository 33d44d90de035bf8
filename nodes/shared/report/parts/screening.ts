import { findTraits, type Traits } from '../../recognition/traits';
import { isRecord } from '../../values/records';
import type { Steps } from '../../values/steps';
import type { Figure, PartDraft } from '../document';
import { readSubject, type Row, type Subject } from '../kind';
import { day, fullNumber, percent } from '../format';
import {
	countBars,
	figure,
	figureSection,
	missing,
	nameOf,
	profileHead,
	ratingFigure,
} from './common';
import { furtherFields, recordTable } from './other';
import { entriesSection, MAX_ENTRIES, riskSections } from './posts';

/** A screening: how risky, how much of it, and what; with its flagged items. */
export function screeningPart(subject: Subject, flagged: readonly Subject[]): PartDraft {
	const { traits, json, lists } = subject;
	const contents = flagged.length > 0 ? flagged : lists.contents;
	const risks = recordsIn(json.risks);
	return {
		what: 'Screening',
		...profileHead(traits, 'Screening'),
		sections: [
			() => missing([subject, ...flagged]),
			() => figureSection(ratingFigures(traits)),
			() =>
				contents.length > 0
					? riskSections(contents)
					: countBars('Risk categories', 'Flags', lists.categories),
			() => (risks.length > 0 ? [recordTable('Risks', risks)] : []),
			() => entriesSection('flagged', contents, MAX_ENTRIES),
			() => furtherFields(subject),
		],
	};
}

const recordsIn = (list: unknown) => (Array.isArray(list) ? list : []).filter(isRecord);

function ratingFigures({ riskRating, flaggedCount, contentCount }: Traits) {
	const isKnown = flaggedCount !== undefined && contentCount !== undefined && contentCount !== 0;
	return [
		ratingFigure('Risk rating', riskRating),
		figure('Flagged posts', flaggedCount, fullNumber),
		figure('Posts checked', contentCount, fullNumber),
		figure('Share flagged', isKnown ? (flaggedCount / contentCount) * 100 : undefined, percent),
	];
}

/** A monitored screening that has changed, as the trigger outputs it. */
export function* changePart({ json }: Subject): Steps<PartDraft> {
	const [current, previous, changed] = [json.current, json.previous, json.changed].map((each) =>
		isRecord(each) ? each : {},
	);
	const now = yield* readSubject(current ?? {});
	const result = yield* readSubject(isRecord(current?.result) ? current.result : {});
	const added: Row[] = [];
	for (const row of recordsIn(changed?.added)) {
		added.push({ json: row, traits: findTraits(row) });
		yield;
	}
	const newlyFlagged: Figure = {
		label: 'Newly flagged',
		value: fullNumber(added.length),
		tone: added.length > 0 ? 'poor' : 'good',
	};
	const head = profileHead(result.traits, nameOf(now.traits) ?? 'Screening');
	const seenAt = typeof current?.seenAt === 'string' ? [`Seen on ${day(current.seenAt)}`] : [];
	return {
		what: 'Change of a screening',
		...head,
		about: [...head.about, ...seenAt],
		sections: [
			() =>
				figureSection([
					...ratingFigures({ ...result.traits, ...now.traits }),
					ratingFigure('Rating before', findTraits(previous ?? {}).riskRating),
					newlyFlagged,
				]),
			() => riskSections(now.lists.contents),
			() => entriesSection('flagged', added, MAX_ENTRIES, 'Newly flagged posts'),
		],
	};
}
