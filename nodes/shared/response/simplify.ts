import type { IDataObject } from 'n8n-workflow';

import { findAudience, findBreakdowns, isProfilesKey } from '../recognition/breakdowns';
import { narrow } from '../values/narrow';
import { findTraits, findUnreadNumbers, isOurs, isTraitKey, placesIn } from '../recognition/traits';
import { isRecord } from '../values/records';
import { textOf } from '../values/text';
import { FIELDS_ADDED_BY_NODE } from './outputItem';

/** With fewer, not counting IDs, the type of an item is uncertain: rows of a dictionary have a name as well. */
const MIN_TRAITS = 2;

/** What the node adds to an item with a file. */
const OF_A_FILE = ['fileName', 'mimeType', 'fileSize'];
const NOT_OF_THE_SERVICE = ['reportUrl', ...OF_A_FILE, ...FIELDS_ADDED_BY_NODE];

const TOO_MANY_FIELDS = 'the item has too many fields to read all of them';

/**
 * A flat row of what is recognised in an item: name, platform, URL, followers and so on. If too little
 * is recognised, the plain fields are kept, and `notRecognised` names the others.
 */
export function simplify(json: IDataObject): IDataObject {
	const kept = NOT_OF_THE_SERVICE.map((key) => [key, json[key]] as const).filter(
		([, value]) => value !== undefined && value !== null,
	);
	const first = narrow(json);
	const response = Object.fromEntries(Object.entries(first).filter(([key]) => !isOurs(key)));
	const traits = { ...findUnreadNumbers(response), ...findTraits(response) };
	// An item that is not about one profile has a list of profiles, e.g. those that were compared.
	const isAboutOne = [traits.name, traits.handle, traits.url].some((each) => each !== undefined);
	const profiles = isAboutOne ? [] : findBreakdowns(response).profiles.map(profileRow);
	const row =
		Object.keys(traits).filter((trait) => !trait.endsWith('Id')).length < MIN_TRAITS
			? plainFields(response, { isListed: profiles.length > 0 })
			: // People look for the name first.
				{ ...traits, ...findAudience(response), ...(isPlain(response.id) && { id: response.id }) };
	const columns = jobColumns(json.job);
	// One column for the ID of the job.
	if (textOf(row.id) === textOf(columns.jobId)) delete row.id;
	return {
		...row,
		...(first !== json && { notRecognised: TOO_MANY_FIELDS }),
		...(profiles.length > 0 && { profiles }),
		...columns,
		...Object.fromEntries(kept.filter(([key]) => key !== 'job')),
	};
}

/** A row is flat: the ID and the state of its job are columns, and why it failed. */
function jobColumns(job: unknown): IDataObject {
	if (!isRecord(job)) return {};
	const { id: jobId, state: jobState, reason } = job;
	return {
		...(jobId !== undefined && { jobId }),
		...(jobState !== undefined && { jobState }),
		...(isPlain(reason) && reason !== null && { jobReason: reason }),
	};
}

/** What is recognised of a profile in a list, and the figures that it has there. */
function profileRow(profile: IDataObject): IDataObject {
	const others = Object.entries(profile).filter(
		([key, value]) => isPlain(value) && !isTraitKey(key),
	);
	return { ...findTraits(profile), ...Object.fromEntries(others) };
}

function plainFields(response: IDataObject, { isListed }: { isListed: boolean }): IDataObject {
	const places = placesIn(response);
	const within = new Set(places.map(({ record }) => record));
	const entries = places.flatMap(({ record }) => Object.entries(record));
	const plain = new Map<string, IDataObject[string]>();
	for (const [key, value] of entries) {
		// Of two fields with the same name, the outermost counts.
		if (isPlain(value) && !plain.has(key)) plain.set(key, value);
	}
	const row = Object.fromEntries(plain);
	const leftOut = entries
		.filter(([, value]) => !isPlain(value) && !(isRecord(value) && within.has(value)))
		.filter(([key]) => !isListed || !isProfilesKey(key))
		.map(([key]) => key);
	const notRecognised = [...new Set(leftOut)].join(', ');
	return notRecognised === '' ? row : { ...row, notRecognised };
}

const isPlain = (value: unknown): boolean =>
	value === null || ['string', 'number', 'boolean'].includes(typeof value);
