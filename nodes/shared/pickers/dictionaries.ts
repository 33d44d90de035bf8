import type { Picker } from '../catalogue/fields';

export interface Dictionary {
	path: string;
	/** The query parameter that carries what the user types; none where the list is short. */
	searchName?: string;
	noun: string;
	/** What is typed instead; n8n's editor cuts what is wider than "From list". */
	typed: string;
	/** The evidence, as `normalizeKey` spells it: the field of an entry that requests name it by. */
	valueKeys: string[];
	/** What tells entries of one name apart. */
	kindKeys: string[];
}

/** The field that people know an entry by. */
export const NAMES = ['name', 'displayname', 'label', 'title', 'fullname', 'text', 'value'];

export const DICTIONARIES: Record<Picker, Dictionary> = {
	flaggingCriteria: {
		path: '/flagging-criteria',
		noun: 'set of criteria',
		typed: 'By ID',
		valueKeys: ['id', 'uuid', 'criteriaid', 'flaggingcriteriaid', 'key'],
		kindKeys: [],
	},
	interests: {
		path: '/dictionary/interests',
		searchName: 'search_string',
		noun: 'interest',
		typed: 'Name',
		valueKeys: NAMES,
		kindKeys: ['type', 'kind', 'category'],
	},
	languages: {
		path: '/dictionary/languages',
		searchName: 'search_string',
		noun: 'language',
		typed: 'By Code',
		valueKeys: ['code', 'isocode', 'languagecode', 'iso', 'locale', 'id', ...NAMES],
		kindKeys: ['code', 'isocode', 'languagecode', 'iso', 'locale'],
	},
	locations: {
		path: '/dictionary/locations',
		searchName: 'search_string',
		noun: 'location',
		typed: 'By Name',
		valueKeys: ['id', 'locationid', 'uuid', 'geoid', 'code', ...NAMES],
		kindKeys: ['type', 'kind', 'level', 'locationtype', 'category'],
	},
};

export function searchMethod(picker: Picker): string {
	return `search${picker.charAt(0).toUpperCase()}${picker.slice(1)}`;
}
