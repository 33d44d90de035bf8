/** A link or a picture of a page. */
interface Target {
	/** As it is written. */
	text: string;
	/** Below the repository; empty for the page itself. */
	path: string;
	/** The heading that it leads to. */
	anchor?: string;
}

const LINK = /\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g;
const ABSOLUTE = /^[a-z]+:/i;
const FENCE = /^(`{3,}|~{3,}).*\n[^]*?^\1/gm;

/** The links of a page that are relative, from the folder that it is in. */
function relativeTargets(page: string): Target[] {
	return [...page.replace(FENCE, '').matchAll(LINK)]
		.map(([, inText, inTag]) => inText ?? inTag)
		.filter((text) => !ABSOLUTE.test(text))
		.map((text) => {
			const [path, anchor] = text.split('#', 2);
			return { text, path: decodeURI(path), anchor };
		});
}

/** Links that npm and GitHub can open, but that name no host or no secure one. */
const unusable = (page: string): string[] =>
	[...page.replace(FENCE, '').matchAll(LINK)]
		.map(([, inText, inTag]) => inText ?? inTag)
		.filter((text) => ABSOLUTE.test(text) && !/^(https:\/\/[^/]+\.|mailto:)/.test(text));

/** The anchors of a page, as GitHub makes them of its headings. */
export function anchorsOf(page: string): Set<string> {
	const anchors = new Set<string>();
	for (const [, heading] of page.replace(FENCE, '').matchAll(/^#{1,6} +(.+)$/gm)) {
		const text = heading
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.replace(/[`*_]/g, '')
			.trim()
			.toLowerCase();
		const slug = text.replace(/[^\p{L}\p{N}\- ]/gu, '').replace(/ /g, '-');
		let name = slug;
		for (let n = 1; anchors.has(name); n++) name = `${slug}-${n}`;
		anchors.add(name);
	}
	return anchors;
}

/**
 * What is wrong with the links of the README. npm and GitHub make relative ones absolute, with the
 * address of the repository: their targets have to be in it.
 */
export function brokenLinks(
	readme: string,
	/** The text of a file of the repository, an empty one for a picture or a folder; undefined if there is none. */
	read: (path: string) => string | undefined,
): string[] {
	const dead = relativeTargets(readme).flatMap(({ text, path, anchor }) => {
		const page = path === '' ? readme : read(path);
		if (page === undefined) return [`${text} is not in the repository`];
		const isThere = anchor === undefined || anchorsOf(page).has(anchor);
		return isThere ? [] : [`${text} leads to no heading`];
	});
	return [...dead, ...unusable(readme).map((text) => `${text} is no address that all can open`)];
}

export const linkCount = (page: string): number =>
	[...page.replace(FENCE, '').matchAll(LINK)].length;
