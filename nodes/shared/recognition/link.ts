import type { IDataObject } from 'n8n-workflow';

import { parseUrl } from '../http/baseUrl';
import { isRecord } from '../values/records';
import {
	distinctBy,
	inWords,
	join,
	keyWords,
	lookUp,
	remembered,
	type Evidence,
	type Found,
	type Place,
} from './lookup';
import { narrow } from './narrow';
import { textOf } from '../values/text';

const LINK = / (url|uri|link|href|location)s?$/;
/** What a file is called before `url`; first what says that it is one. */
const FILE =
	/(^| )(download|downloadable|signed|presigned|file|pdf|csv|xlsx|zip|archive|artifact|attachment|document)( |$)/;
const RESULT =
	/(^| )(report|export|result|results|output|outputs|data|dataset|transcript|summary|content)$/;
/** Places of a file whose link is just called `url`, or is the place itself. */
const isFilePlace = inWords(
	/^(.* )?(report|report summary|file|files|download|downloads|export|result|results|output|outputs|document|documents|artifact|artifacts|transcript|attachment|pdf|csv)$/,
);
/** Links that lead to something else: the job itself, a profile, what went in. */
const NO_FILE =
	/(^| )(status|self|cancel|callback|webhook|profile|avatar|image|thumbnail|picture|photo|logo|icon|input|source|audio|video|media|next|prev|previous|first|last|poll|api|docs|documentation|help|html|web|website|homepage|redirect|return|delete|stream|logs?|json endpoint)( |$)/;
const isFileLink = linkOf(FILE);
const isResultLink = linkOf(RESULT);
const isLinkOfFile = inWords(/^((.* )?(download|file|signed) )?(url|uri|link|href|location)s?$/);

const RELATIONS =
	/^(download|result|results|file|output|export|report|enclosure|data|content|artifact|related)$/i;

const DEEPEST = 4;

/** The link to a report or an export. */
export function findLink(value: unknown): string | undefined {
	return findLinks(value)[0]?.value;
}

/** All that could be the link, the surest first. */
export function findLinks(value: unknown): Array<Found<string>> {
	const itself = asLink(value);
	if (itself !== undefined) return [{ value: itself, path: '', rule: 'the answer itself' }];
	const places = objectsIn(narrow(value));
	const ofFile = (keys: Evidence<string>['keys']): Evidence<string> => ({
		rule: "a file's link",
		keys,
		read: firstLink,
	});
	const place: Evidence<string> = {
		rule: 'the place of a file',
		keys: (key) => isFilePlace(key) || key === 'urls',
		read: firstLink,
	};
	const relation: Evidence<string> = {
		rule: 'a link by its relation',
		keys: ['links', '_links'],
		read: relatedLink,
	};
	const bare: Evidence<string> = {
		rule: 'a link',
		keys: ['url', 'uri', 'link', 'href', 'location'],
		read: asLink,
	};
	const inFilePlaces = places.filter(({ path }) => isFilePlace(lastOf(path)));
	const atTop = places.filter(
		({ path }) => ['', 'data', 'result', 'job'].includes(path) || !path.includes('.'),
	);
	const found = [
		...lookUp(places, [ofFile(isFileLink)]),
		...lookUp(inFilePlaces, [bare]),
		...lookUp(places, [ofFile(isResultLink)]),
		...lookUp(places, [place, relation]),
		...lookUp(atTop, [bare]),
	];
	return distinctBy(found, ({ path }) => path);
}

export function asLink(raw: unknown): string | undefined {
	if (typeof raw !== 'string' || !/^(https?:\/\/|\/)/.test(raw)) return undefined;
	return parseUrl(raw, 'https://service.invalid') === undefined ? undefined : raw;
}

/** A link, or the first of a list of links or files. */
function firstLink(raw: unknown): string | undefined {
	const first: unknown = Array.isArray(raw) ? raw[0] : raw;
	if (!isRecord(first)) return asLink(first);
	if (!Array.isArray(raw)) return undefined;
	const holder = [{ path: '', holder: first }];
	return lookUp<string>(holder, [{ rule: '', keys: isLinkOfFile, read: asLink }])[0]?.value;
}

/** `_links: { download: { href } }` and `links: [{ rel: "download", href }]`. */
function relatedLink(raw: unknown): string | undefined {
	const links = Array.isArray(raw)
		? raw.filter(isRecord).map((each) => [textOf(each.rel), each.href] as const)
		: Object.entries(isRecord(raw) ? raw : {}).map(
				([rel, each]) => [rel, isRecord(each) ? each.href : each] as const,
			);
	return links
		.filter(([rel]) => RELATIONS.test(rel))
		.map(([, href]) => asLink(href))
		.find((each) => each !== undefined);
}

/** The answer and the objects in it, outermost first; rows of a list have links of their own. */
function objectsIn(value: unknown): Place[] {
	const found: Place[] = [];
	let level: Place[] = isRecord(value) ? [{ path: '', holder: value }] : [];
	for (let depth = 0; level.length > 0 && depth < DEEPEST; depth++) {
		for (const each of level) found.push(each);
		level = level.flatMap(({ path, holder }) =>
			Object.entries(holder)
				.filter((entry): entry is [string, IDataObject] => isRecord(entry[1]))
				.filter(
					([key]) =>
						!/^(input|request|error|relationships|user|account|creator|profile|links|_links|urls)$/i.test(
							key,
						),
				)
				.map(([key, inner]) => ({ path: join(path, key), holder: inner })),
		);
	}
	return found;
}

function linkOf(names: RegExp): (key: string) => boolean {
	return remembered((key) => {
		const said = keyWords(key).join(' ');
		const before = said.replace(LINK, '');
		return before !== said && names.test(before) && !NO_FILE.test(before);
	});
}

function lastOf(path: string): string {
	return path.slice(path.lastIndexOf('.') + 1);
}
