import { MAX_KEY_LENGTH, remembered } from './lookup';

/** Vocabularies that put their own name before each of their words, e.g. `@odata.nextLink`. */
const VOCABULARY = /^(?:@odata\.|odata\.|hydra:|opensearch:|os:)/i;

/** One spelling for `next_page`, `nextPage`, `NextPage` and `next-page`, to compare names by. */
export const plainName = remembered((name: string): string =>
	name
		.slice(0, MAX_KEY_LENGTH)
		.replace(VOCABULARY, '')
		.toLowerCase()
		.replace(/[^a-z0-9]/g, ''),
);
