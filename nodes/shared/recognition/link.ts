import { keyTests, memoize, splitKey, words } from './keys';
import { linksOf } from './jobId';
import { containerOf, coreOf, outlineOf } from './outline';
import { isRecord } from '../values/records';
import { hasRole, isOfOther } from './roles';
import { bySureness, candidate, collectBy, type Found } from './rules';
import { asLink } from './scalars';

const LINK = / (url|uri|link|href|location)s?$/;
/** What a file is called before `url`; first what says that it is one. */
const FILE =
	/(^| )(download|downloadable|signed|presigned|file|pdf|csv|xlsx|zip|archive|artifact|attachment|document)( |$)/;
const RESULT =
	/(^| )(report|export|result|results|output|outputs|data|dataset|transcript|summary|content)$/;
const is = keyTests({
	/** Places of a file whose link is just called `url`, or is the place itself. */
	filePlace:
		/^(.* )?(report|report summary|file|files|download|downloads|export|result|results|output|outputs|document|documents|artifact|artifacts|transcript|attachment|pdf|csv)$/,
	elsewhere: /^(input|request|error|relationships|user|account|creator|profile|links|urls)$/,
	linkOfFile: /^((.* )?(download|file|signed) )?(url|uri|link|href|location)s?$/,
	/** What a job made, or what it was given. */
	media: /^(video|audio) (url|uri|link|href)$/,
});
/** Links that lead to something else: the job itself, a profile, what went in. */
const NO_FILE =
	/(^| )(status|self|cancel|callback|webhook|profile|avatar|image|thumbnail|picture|photo|logo|icon|input|audio|video|media|next|first|poll|error|errors|api|docs|documentation|help|html|web|website|homepage|redirect|return|delete|stream|logs?|json endpoint)( |$)/;
const RELATIONS =
	/^(download|result|results|file|output|export|report|enclosure|data|content|artifact|related)$/i;
const BARE_KEYS = words('url uri link href location');

const isElsewhere = (key: string) => is.elsewhere(key) || hasRole(key, 'never');
const isFileLink = linkTo(FILE);
const isResultLink = linkTo(RESULT);

const MAX_DEPTH = 4;

export function findLink(value: unknown): Found<string> | undefined {
	const itself = asLink(value);
	if (itself !== undefined) return candidate('link.response', '', itself);
	const outline = outlineOf(value);
	const all = outline.filter((each) => each.depth <= MAX_DEPTH && !each.isWithin(isElsewhere));
	const core = coreOf(outline).filter(
		({ entryOf, key }) => entryOf === undefined && !isElsewhere(key),
	);
	const atTop = all.filter((each) => each.depth <= 1 || core.includes(each));
	const places = all.filter(({ key }) => is.filePlace(key));
	const found = bySureness([
		...collectBy(all, 'link.file', isFileLink, firstLink),
		...collectBy(places, 'link.inFile', BARE_KEYS, asLink),
		...collectBy(all, 'link.result', isResultLink, firstLink),
		...collectBy(all, 'link.place', (key) => is.filePlace(key) || key === 'urls', firstLink),
		...collectBy(all, 'link.relation', ['links'], relatedLink),
		...collectBy(atTop, 'link.bare', BARE_KEYS, asLink),
		...collectBy(core, 'link.media', is.media, firstLink),
	]);
	return found.find(({ path }) => !isOfOther(path)) ?? found[0];
}

/** A link, or the first of a list of links or files. */
function firstLink(raw: unknown): string | undefined {
	const first: unknown = Array.isArray(raw) ? raw[0] : raw;
	if (!isRecord(first)) return asLink(first);
	if (!Array.isArray(raw)) return undefined;
	return collectBy([containerOf(first)], 'link.file', is.linkOfFile, asLink)[0]?.value;
}

/** `_links: { download: { href } }` and `links: [{ rel: "download", href }]`. */
function relatedLink(raw: unknown): string | undefined {
	return linksOf(raw)
		.filter(([rel]) => RELATIONS.test(rel))
		.map(([, href]) => asLink(href))
		.find((each) => each !== undefined);
}

function linkTo(names: RegExp): (key: string) => boolean {
	return memoize((key) => {
		const said = splitKey(key).join(' ');
		const before = said.replace(LINK, '');
		return before !== said && names.test(before) && !NO_FILE.test(before) && !hasRole(key, 'never');
	});
}
