import type { Steps } from '../values/steps';
import { countOf, fullNumber } from './numbers';
import { ratingTone, riskOf } from './tones';
import { shortAddress } from './words';
import type { Group, Kind } from './kind';
import type { Draft, Verdict } from './part';
import { SEVERITY, type CreatorRow } from './parts/creators';
import { audienceOf } from './parts/overlap';
import { counted } from './tally';

const OF_A_PROFILE: readonly Kind[] = ['screening', 'analytics', 'purchaseIntent'];

export const isOfProfile = ([{ kind }]: Group): boolean => OF_A_PROFILE.includes(kind);

/** A handle may be taken on several platforms. */
export function profileKey({ url, handle, name, platform }: CreatorRow): string {
	const key = url === undefined ? [handle ?? name, platform].join('\n') : shortAddress(url);
	return key.toLowerCase();
}

/** Profiles that the report is about, each once with all that the items say of it. */
export type Profiles = ReadonlyMap<string, CreatorRow>;

/** None where there are fewer than two. */
export function* comparedIn(drafts: readonly Draft[]): Steps<Profiles> {
	const compared = new Map<string, CreatorRow>();
	for (const { group, part } of drafts.filter((each) => isOfProfile(each.group))) {
		const [{ traits }] = group;
		const known = compared.get(profileKey(traits));
		const findings = [known?.finding, part.verdict?.text].filter(Boolean);
		const isTold = known?.finding?.includes(part.verdict?.text ?? '');
		const finding = isTold ? known?.finding : findings.join(' ');
		compared.set(profileKey(traits), { ...known, ...traits, finding });
		yield;
	}
	if (compared.size < 2) return new Map();
	for (const row of drafts.flatMap(rowsIn)) {
		const known = compared.get(profileKey(row));
		if (known !== undefined) compared.set(profileKey(row), { ...row, ...known });
		yield;
	}
	return compared;
}

/** What searches and comparisons of audiences say. */
function rowsIn({ group }: Draft): CreatorRow[] {
	const [{ kind, lists }] = group;
	if (kind === 'creators') return group.map(({ traits }) => traits);
	if (kind !== 'overlap') return [];
	return lists.profiles.map(({ json, traits }) => ({
		...traits,
		shared: audienceOf(json).overlap,
	}));
}

/** "4 rated creators: 1 clear, 3 high risk." */
export function verdictOnAll(profiles: Profiles): Verdict | undefined {
	const hasRiskRating = [...profiles.values()].flatMap(({ riskRating }) =>
		riskOf(riskRating) === undefined ? [] : riskRating,
	);
	if (hasRiskRating.length < 2) return undefined;
	const sorted = SEVERITY.flatMap((tone) =>
		hasRiskRating.filter((each) => ratingTone(each) === tone),
	);
	const counts = counted(sorted.map(riskOf)).map(
		({ label, value }) => `${fullNumber(value)} ${label}`,
	);
	const text = `${countOf(hasRiskRating.length, 'rated creator')}: ${counts.join(', ')}.`;
	return { text, tone: ratingTone(sorted.at(-1)) };
}
