import { patternOf } from '../jobs/specialInputs';
import { Panel } from './audience';
import { type Comment, makeComments } from './comments';
import { type Content, makeContentAt, makeContents, makeMonitoredContent } from './contents';
import { type Creator, makeCreator } from './creators';
import { hash } from './random';
import { platforms } from './vocabulary';

interface Population {
	creators: Creator[];
	byAddress: Map<string, Creator>;
	byEmail: Map<string, Creator>;
	panel: Panel;
}

const populations = new Map<string, Population>();

/** Most sandboxes of a test run share a seed, and the population never changes. */
function populate(seed: number, count: number): Population {
	const name = `${seed}/${count}`;
	const known = populations.get(name);
	if (known) return known;
	const creators = Array.from({ length: count }, (_, index) => makeCreator(`${index + 1}`, seed));
	const population: Population = {
		creators,
		byAddress: new Map(
			creators.map((creator) => [address(creator.platform.id, creator.username), creator]),
		),
		byEmail: new Map(),
		panel: new Panel(seed, count),
	};
	for (const creator of creators) {
		if (creator.email) population.byEmail.set(creator.email, creator);
	}
	if (populations.size >= 4) populations.clear();
	populations.set(name, population);
	return population;
}

const address = (platformId: string, username: string): string =>
	`${platformId}/${username.toLowerCase()}`;

/** Handles with this word are in no network; every other handle belongs to somebody. */
const NOBODY = patternOf('unknown');

/**
 * The listed creators can be searched. Any other handle or URL stands for one of the many that
 * are not listed: a creator made from the handle, the same at each request.
 */
export class World {
	readonly creators: readonly Creator[];
	readonly panel: Panel;
	private readonly population: Population;

	constructor(
		readonly seed: number,
		count: number,
		/** Dates of contents count back from here. */
		readonly anchor: number,
	) {
		this.population = populate(seed, count);
		this.creators = this.population.creators;
		this.panel = this.population.panel;
	}

	find(identifier: string, platformId?: string): Creator | undefined {
		const { host, username } = parse(identifier);
		if (username === '' || NOBODY.test(username)) return undefined;
		const platform =
			platforms.find(({ id }) => id === platformId) ??
			platforms.find((candidate) => host === candidate.host);
		const candidates = platform ? [platform] : platforms;
		for (const { id } of candidates) {
			const creator = this.population.byAddress.get(address(id, username));
			if (creator) return creator;
		}
		const home = platform ?? platforms[hash(username) % (platforms.length - 1)];
		return makeCreator(`guest:${home.host}:${username.toLowerCase()}`, this.seed, {
			platform: home,
			username,
		});
	}

	findByEmail(email: string): Creator | undefined {
		return this.population.byEmail.get(email.trim().toLowerCase());
	}

	contents(creator: Creator): Content[] {
		return makeContents(creator, this.seed, this.anchor);
	}

	content(url: string): Content | undefined {
		const creator = this.find(url);
		if (!creator) return undefined;
		return (
			this.contents(creator).find((content) => content.url === url || content.mediaUrl === url) ??
			makeContentAt(creator, this.seed, url, this.anchor)
		);
	}

	monitoredContent(creator: Creator, index: number, publishedAt: number): Content {
		return makeMonitoredContent(creator, this.seed, index, publishedAt);
	}

	comments(content: Content): Comment[] {
		return makeComments(content, this.seed);
	}
}

function parse(identifier: string): { host?: string; username: string } {
	const text = identifier.trim();
	if (!/^https?:\/\//i.test(text)) return { username: text.replace(/^@/, '') };
	if (!URL.canParse(text)) return { username: '' };
	const url = new URL(text);
	const [username = url.hostname] = url.pathname.split('/').filter(Boolean);
	return {
		host: url.hostname.replace(/^(www|media)\./, ''),
		username: decodeURIComponent(username).replace(/^@/, ''),
	};
}
