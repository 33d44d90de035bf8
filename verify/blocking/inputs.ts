import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** What a service sends. */
export interface Response {
	body: string;
	type?: string;
	status?: number;
	headers?: Record<string, string>;
}

const MEGABYTE = 1024 * 1024;

/** Texts that are made of one of these over and over. */
export const HOSTILE_UNITS = [
	...[' ', '\n', '\t', '{', '[', '<', '<title', '<script'],
	...['<a ', '<a>', '<error', '<?xml ', 'id ', 'id:', 'id 1 ', 'id: 7'],
	...['1', '9.', '"', '\\', '\\"', "'", ',', ', '],
	...[';', 'a@', 'a ', 'http://', 'https://a/', '/', '(', '%'],
	...['=', '&a=b', 'error ', 'not yet ', '\0', '\u20ac', '{"a":', '[1,'],
	...['"a",', '{}\n', '12345\n', 'a,b\n', '<x>; rel=', '{"id":"a1"}\n'],
];

const JSON_TYPE = 'application/json';
const NAMES =
	'id url name status message progress next cursor next_page has_more total risk_rating flagged_count handle followers email date categories';

/** Where a text stands in a response. JSON takes up to 6 times its length. */
export const FORMS: Record<string, (text: string) => Response> = {
	'a text': (body) => ({ body, type: 'text/plain; charset=windows-1252' }),
	'a page': (text) => ({ body: `<html>${text}`, type: 'text/html' }),
	'lines of JSON': (body) => ({ body, type: 'application/x-ndjson' }),
	CSV: (body) => ({ body, type: 'text/csv' }),
	'broken JSON': (text) => ({ body: `[${text}`, type: JSON_TYPE }),
	'fields of JSON': (text) => {
		const part = text.slice(0, text.length / 30);
		const fields = Object.fromEntries([...NAMES.split(' '), part].map((name) => [name, part]));
		const links = [{ rel: part, href: part }];
		const data = [{ ...fields, links, countries: [{ name: part, value: part }] }];
		return { body: JSON.stringify({ ...fields, links, data }), type: JSON_TYPE };
	},
	'an error': (body) => ({ body, type: 'text/plain', status: 400 }),
	'an error page': (text) => ({ body: `<html>${text}`, type: 'text/html', status: 400 }),
	'an error in XML': (text) => ({ body: `<Error>${text}`, type: 'application/xml', status: 400 }),
	'an error in JSON': (text) => {
		const part = text.slice(0, text.length / 30);
		const body = JSON.stringify({ message: part, errors: [{ [part]: part }] });
		return { body, type: JSON_TYPE, status: 400 };
	},
	headers: (text) => {
		// Node takes no more than 16 KB, and no control characters.
		const value = text.replace(/[^ -~]/g, '').slice(0, 2_000);
		const names = 'link content-range x-total ratelimit ratelimit-policy x-ratelimit-reset';
		const more = `${names} content-disposition`;
		const headers = Object.fromEntries(more.split(' ').map((name) => [name, value]));
		return { body: '{"id":"a1"}', type: JSON_TYPE, headers };
	},
};

const many = <T>(make: (at: number) => T, count = 40_000): T[] =>
	Array.from({ length: count }, (_, at) => make(at));

/** No more: to parse or copy one object of 100,000 keys alone takes 100 ms or longer. */
const byName = (entry: (at: number) => [string, unknown]): IDataObject =>
	Object.fromEntries(many(entry, 10_000)) as IDataObject;

/** A row as a search for creators returns it. */
const creator = (at: number): IDataObject => ({
	id: `7${at}`.padEnd(15, '3'),
	username: `creator_${at}`,
	platform: 'instagram',
	profile_url: `https://instagram.com/creator_${at}`,
	follower_count: at * 17,
	engagement_rate: (at % 90) / 1000,
	last_posted_at: '2026-01-01T00:00:00Z',
});

/** Responses with many parts. */
export const LARGE: Record<string, () => unknown> = {
	'40,000 rows': () => ({ status: 'finished', data: many(creator) }),
	'10,000 fields with numbers': () => byName((at) => [`n${at}`, at]),
	'10,000 objects by name': () =>
		byName((at) => [`n${at}`, { id: at, url: `https://a.example/${at}`, status: 'done' }]),
	'10,000 objects with files': () =>
		byName((at) => [`report ${at}`, { file_url: `https://a.example/${at}` }]),
	'10,000 wrappers': () =>
		byName((at) => [`data${'_'.repeat(at % 300)}${'-'.repeat(at / 300)}`, { id: at }]),
	'10,000 lists': () => byName((at) => [`n${at}`, [{ id: at }]]),
	'40,000 links': () => ({ links: many((at) => ({ rel: 'next', href: `/a?b=${at}` })) }),
	'40,000 errors': () => ({
		errors: many((at) => ({ field: `f${at}`, message: 'is not valid' })),
	}),
	'40,000 posts': () => ({
		data: many((at) => ({ text: `Post ${at}`, author: `a${at}`, likes: at })),
	}),
	'400 profiles that overlap': () => {
		const overlaps = many((at) => ({ username: `creator${at}`, overlap_percentage: 7 }), 400);
		const profiles = overlaps.map(({ username }) => ({ username, overlaps }));
		return { unique_followers: 5, total_followers: 9, profiles };
	},
	'10 MB of nested objects': () => {
		let value: IDataObject = {};
		for (let at = 0; at < 1_000; at++) value = { data: value, text: 'x'.repeat(10_000) };
		return value;
	},
	'10 MB of text': () => ({ text: 'x'.repeat(10 * MEGABYTE) }),
};

/** How a node reads a response. */
export interface Way {
	node: 'CreatorSearch' | 'SocialBackgroundCheck';
	parameters: INodeParameters;
	apiToken?: string;
}

const limits = { requests: { values: { maxRetries: 0 } } };
const brands = { resource: 'dictionary', operation: 'getBrands', returnAll: true };
const profile = { resource: 'profile', operation: 'get', identifier: 'somebody', options: limits };
const screening = { resource: 'screening', id: 'a1', bodyMode: 'json', bodyJson: '{"a":1}' };
const twoPages = { recognition: { values: { maxPages: 2 } } };

const creators = (parameters: INodeParameters, apiToken?: string): Way => ({
	...{ node: 'CreatorSearch', parameters, apiToken },
});
const jobs = (operation: string, options: INodeParameters): Way => ({
	node: 'SocialBackgroundCheck',
	parameters: { ...screening, operation, options: { ...limits, ...options } },
});

/** What a node does with many items before it sends the first request. */
export const PREPARE = creators({
	...{ resource: 'profile', operation: 'get', identifier: '={{ $json.id }}' },
	options: { dryRun: true },
});

export const WAYS: Record<string, Way> = {
	submit: jobs('submit', {}),
	get: jobs('get', { explain: true }),
	list: creators({ ...brands, options: { ...limits, ...twoPages } }),
	'read, simplified': creators({ ...profile, simplify: true }),
	'read into a report': creators({ ...brands, options: { ...limits, report: 'fileAndText' } }),
	'read with a token of signs': creators(profile, 'a1"a@http://id 9.'),
	'read with a token of one letter': creators(profile, 'aaaaaaaa'),
};

/** Quadratic time takes seconds, and n8n itself is in time with as many rows. */
export const textOf = (unit: string, length = MEGABYTE / 4): string =>
	unit.repeat(length / unit.length);
