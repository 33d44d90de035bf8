/**
 * What a field takes: `list` is sent as an array, `choice` is one of a few words, `json` is whatever
 * the user writes as JSON.
 */
export type FieldKind = 'text' | 'number' | 'flag' | 'choice' | 'list' | 'json';

/** Lists of the service that values can be picked from. */
export type Picker = 'flaggingCriteria' | 'interests' | 'languages' | 'locations';

/** A field that services of this kind commonly take, with a place of its own in the panel. */
export interface Field {
	readonly kind: FieldKind;
	/** As it is sent; a dot nests it. */
	readonly name: string;
	/** As n8n saves it. Saved workflows hold it. */
	readonly parameter: string;
	readonly label: string;
	/** A sentence without its period. */
	readonly about: string;
	readonly example?: string;
	readonly choices?: readonly string[];
	/** Each entry of the list is sent as an object with this one field. */
	readonly entryName?: string;
	/** Where values can be picked from; typing them works as well. */
	readonly picker?: Picker;
	/** 0 is not sent. */
	readonly zeroMeansNone?: boolean;
}

type Extras = Partial<Pick<Field, 'choices' | 'entryName' | 'picker' | 'zeroMeansNone'>>;

const ofKind =
	(kind: FieldKind) =>
	(name: string, label: string, about: string, example = '', extras: Extras = {}): Field => ({
		kind,
		name,
		parameter: parameterOf(name),
		label,
		about,
		...(example !== '' && { example }),
		...extras,
	});

export const text = ofKind('text');
export const number = ofKind('number');
export const flag = ofKind('flag');
export const json = ofKind('json');
export const listOf = ofKind('list');

/** The first is the default. */
export const choice = (name: string, label: string, about: string, choices: readonly string[]) =>
	ofKind('choice')(name, label, about, '', { choices });

/** Parameters of the node that mean something else. */
const TAKEN = ['id', 'limit', 'operation', 'options', 'query', 'resource'];

/** `follower_count.min` becomes `followerCountMin`. */
function parameterOf(name: string): string {
	const camelCase = name.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
	return TAKEN.includes(camelCase) ? `${camelCase}Field` : camelCase;
}
