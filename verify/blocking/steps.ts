import type { IDataObject } from 'n8n-workflow';

import { takeSnapshot } from '../../nodes/CreatorIntelligenceTrigger/watch/screening/snapshot';
import { runInSlices } from '../../nodes/shared/clock';
import { linkWithRel } from '../../nodes/shared/http/linkHeader';
import { decodeText, looksLikeHtml } from '../../nodes/shared/http/text';
import type { ServiceRequest, ServiceResponse } from '../../nodes/shared/http/types';
import { serialize } from '../../nodes/shared/jobs/storedResponse';
import { nextStep } from '../../nodes/shared/lists/nextStep';
import { DEFAULT_PAGE_SETTINGS } from '../../nodes/shared/lists/scheme';
import { SeenPages } from '../../nodes/shared/lists/SeenPages';
import { toPairedItems, store, unknownOutputFields } from '../../nodes/shared/node/items';
import { withReport } from '../../nodes/shared/node/report';
import { addIgnoredParameterHints } from '../../nodes/shared/operations/ignoredParameterHints';
import { Hints } from '../../nodes/shared/operations/Hints';
import { DICTIONARIES } from '../../nodes/shared/pickers/dictionaries';
import { fitting, toEntries } from '../../nodes/shared/pickers/entries';
import { findBreakdowns } from '../../nodes/shared/recognition/breakdowns';
import { readError } from '../../nodes/shared/recognition/error';
import { explainRecognition } from '../../nodes/shared/recognition/explain';
import { findJobId, idsInText, namedIds } from '../../nodes/shared/recognition/jobId';
import { readState } from '../../nodes/shared/recognition/jobState';
import { findLinks } from '../../nodes/shared/recognition/link';
import { readPageInfo } from '../../nodes/shared/recognition/pageInfo';
import { findFlaggedCounts, findRating } from '../../nodes/shared/recognition/rating';
import { findRows } from '../../nodes/shared/recognition/rows';
import { findTraits } from '../../nodes/shared/recognition/traits';
import { createReport } from '../../nodes/shared/report/createReport';
import { decode } from '../../nodes/shared/response/decode';
import { truncateForModel } from '../../nodes/shared/response/truncateForModel';
import { rowToItem } from '../../nodes/shared/response/outputItem';
import { simplify } from '../../nodes/shared/response/simplify';
import { columnsOf } from '../../nodes/shared/schema/columns';
import { bodySchema } from '../../nodes/shared/schema/document';
import { toMapperFields } from '../../nodes/shared/schema/mapper';
import { readSettings } from '../../nodes/shared/settings/readSettings';
import { explainResponse } from '../../nodes/shared/transport/errorMessages';
import { readAllowance, readRetryAfterMs } from '../../nodes/shared/transport/rateLimit';
import { createRedact, redactResponse } from '../../nodes/shared/transport/redact';
import { parseCsv } from '../../nodes/shared/values/csv';
import { fingerprint } from '../../nodes/shared/values/fingerprint';
import { inLog } from '../../nodes/shared/values/escape';
import { parseJson, parseJsonLines } from '../../nodes/shared/values/json';

export interface Step {
	step: string;
	input: string;
	/** Why it takes longer than the limit. */
	known?: string;
	/** Makes the input, and gives back what is measured. */
	prepare: () => () => unknown;
}

const OVERRIDES = { pendingStates: [], finishedStates: [], failedStates: [] };
const REQUEST: ServiceRequest = {
	method: 'POST',
	url: 'https://service.example/export',
	label: 'POST /export',
	authenticated: true,
};

function response(text: string, type = 'application/json', status = 200): ServiceResponse {
	return { status, headers: { 'content-type': type }, body: Buffer.from(text) };
}

async function report(items: IDataObject[]): Promise<unknown> {
	return await runInSlices(createReport({ items, title: '', madeAt: 0, withText: true }));
}

async function picked(rows: unknown[], filter: string): Promise<unknown> {
	const { topics: dictionary } = DICTIONARIES;
	return fitting(await runInSlices(toEntries(rows, dictionary)), { filter, dictionary });
}

/** Rows as a search for creators returns them. */
export function creators(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, at) => ({
		id: `7${at}`.padEnd(15, '3'),
		username: `creator_${at}`,
		full_name: `Creator ${at}`,
		platform: 'instagram',
		profile_url: `https://instagram.com/creator_${at}`,
		follower_count: at * 17,
		engagement_rate: (at % 90) / 1000,
		country: 'Germany',
		last_posted_at: '2026-01-01T00:00:00Z',
	}));
}

const MEGABYTE = 1024 * 1024;

const many = <T>(count: number, make: (at: number) => T): T[] =>
	Array.from({ length: count }, (_, at) => make(at));

const byName = (count: number, entry: (at: number) => [string, unknown]): IDataObject =>
	Object.fromEntries(many(count, entry)) as IDataObject;

/** Texts that are made of one of these over and over. */
export const HOSTILE_UNITS = [
	...[' ', '\n', '\t', '{', '[', '<', '<title', '<script'],
	...['<a ', '<a>', '<error', '<?xml ', 'id ', 'id:', 'id 1 ', 'id: 7'],
	...['1', '9.', '"', '\\', '\\"', "'", ',', ', '],
	...[';', 'a@', 'a ', 'http://', 'https://a/', '/', '(', '%'],
	...['=', '&a=b', 'error ', 'not yet ', '\0', '\u20ac', '{"a":', '[1,'],
	...['"a",', '{}\n', '1\n', 'a,b\n', '<x>; rel=', '{"id":"a1"}\n'],
];

/** What text of the service goes through. */
/** A text takes up to 6 times its length in JSON, and is in it up to 5 times: about 1 MB in all. */
const jsonOf = (text: string, body: (part: string) => object): string =>
	JSON.stringify(body(text.slice(0, text.length / 30)));

export const OF_TEXT: Record<string, (text: string) => unknown> = {
	'decode a response': (text) =>
		runInSlices(decode(response(text), { request: REQUEST, format: 'auto' })),
	'decode a page': (text) =>
		runInSlices(
			decode(response(`<html>${text}`, 'text/html'), { request: REQUEST, format: 'auto' }),
		),
	'decode lines': (text) =>
		runInSlices(
			decode(response(text, 'application/x-ndjson'), { request: REQUEST, format: 'auto' }),
		),
	'decode CSV': (text) => runInSlices(parseCsv(text)),
	'parse JSON': (text) => runInSlices(parseJson(`[${text}`)),
	'parse JSON in a text': (text) =>
		runInSlices(parseJson(`{"a":${JSON.stringify(text)},"b":12345678901234567}`)),
	'parse lines': (text) => runInSlices(parseJsonLines(text)),
	'look for a page': (text) => looksLikeHtml(text),
	'decode text': (text) => decodeText(response(text, 'text/plain; charset=windows-1252')),
	'ids in a text': (text) => idsInText(text),
	'named ids': (text) => namedIds(response(text)),
	'named ids in JSON': (text) =>
		namedIds(response(jsonOf(text, (part) => ({ [part]: { [part]: 1 }, id: part })))),
	'read an error': (text) => readError(response(text, 'text/plain', 500)),
	'read an error page': (text) => readError(response(`<html>${text}`, 'text/html', 500)),
	'read an error in XML': (text) => readError(response(`<Error>${text}`, 'application/xml', 500)),
	'read an error in JSON': (text) =>
		readError(
			response(
				jsonOf(text, (part) => ({ message: part, errors: [{ [part]: part }], [part]: part })),
				undefined,
				500,
			),
		),
	'explain an error': (text) => explainResponse(REQUEST, response(text, 'text/plain', 500)),
	'find a job': (text) =>
		findJobId(
			{
				kind: 'data',
				value: { url: text, name: text, [text]: text, links: [{ rel: text, href: text }] },
			},
			response(''),
			OVERRIDES,
		),
	'find a job in text': (text) => findJobId({ kind: 'text', text }, response(''), OVERRIDES),
	'read a state': (text) =>
		readState(
			{ kind: 'data', value: { status: text, message: text, [text]: text, progress: text } },
			response(''),
			OVERRIDES,
		),
	'read a state in text': (text) => readState({ kind: 'text', text }, response(''), OVERRIDES),
	'find links': (text) =>
		findLinks({ url: text, [text]: text, files: [{ [text]: text, url: text }] }),
	'read page marks': (text) =>
		readPageInfo({
			value: {
				next: text,
				cursor: text,
				next_page: text,
				[text]: text,
				links: [{ rel: text, href: text }],
				has_more: text,
				total: text,
			},
		}),
	'read page headers': (text) =>
		readPageInfo({
			value: {},
			headers: {
				link: text,
				'content-range': text,
				'x-total': text,
				'x-next-page': text,
				[`x-${text}`]: text,
			},
		}),
	'read limits': (text) =>
		readAllowance(
			{
				ratelimit: text,
				'ratelimit-policy': text,
				'x-ratelimit-reset': text,
				'x-ratelimit-remaining': text,
			},
			0,
		),
	'read Retry-After': (text) => readRetryAfterMs({ 'retry-after': text }, 0),
	'read a link header': (text) => linkWithRel(`<a>; ${text}`, /next/),
	'read a file name': (text) =>
		runInSlices(
			decode(
				{
					...response('x', 'application/pdf'),
					headers: { 'content-type': 'application/pdf', 'content-disposition': text },
				},
				{ request: { ...REQUEST, url: text }, format: 'auto' },
			),
		),
	'find rows': (text) =>
		findRows({ value: { [text]: [{ a: 1 }], data: { [text]: [text] } }, endpointPath: '/a' }),
	'simplify an item': (text) =>
		simplify({
			name: text,
			handle: text,
			url: text,
			followers: text,
			email: text,
			date: text,
			categories: text,
			[text]: text,
		}),
	'find a rating': (text) =>
		findRating({ [text]: text, risk_rating: text, summary: { risk: text } }),
	'count what is flagged': (text) => findFlaggedCounts({ [text]: text, flagged_count: text }),
	'find breakdowns': (text) =>
		findBreakdowns({
			[text]: text,
			countries: [{ name: text, value: text }],
			history: [{ date: text, count: text }],
		}),
	'take a snapshot': (text) =>
		runInSlices(
			takeSnapshot({ [text]: text, likes: text }, [{ name: text, [text]: text }], {
				ignoredFields: [],
			}),
		),
	'make a report': async (text) =>
		await report([{ name: text, url: text, followers: text, text, date: text, [text]: text }]),
	'write to the log': (text) => inLog(text),
	'take a fingerprint': (text) => fingerprint(text),
	'remove the token': (text) => redactResponse(response(text), createRedact('a1"a@http://id 9.')),
	'remove a short token': (text) => redactResponse(response(text), createRedact('id')),
	'remove a token of one letter': (text) =>
		redactResponse(response(text), createRedact('aaaaaaaa')),
	'find the schema': (text) =>
		bodySchema({ paths: { [text]: {}, [`/${text}`]: {} } }, { method: 'POST', path: '/a' }),
	'list the columns': (text) =>
		columnsOf(
			{
				properties: { [text]: { description: text, $ref: `#/${text}` }, a: { $ref: `#/${text}` } },
			},
			{},
		),
	'list picker entries': async (text) =>
		await picked([{ name: text, type: text, [text]: text }, text], text),
};

const ofText: Step[] = Object.entries(OF_TEXT).map(([step, run]) => ({
	step,
	input: '1 MB of each hostile text',
	prepare: () => {
		const texts = HOSTILE_UNITS.map((unit) => unit.repeat(MEGABYTE / unit.length));
		return async () => {
			for (const text of texts) {
				await Promise.resolve(text)
					.then(run)
					.catch(() => undefined);
				await new Promise(setImmediate);
			}
		};
	},
}));

const SETTINGS = readSettings({});

/** What the decoded content of a large response goes through. */
const OF_VALUES: Record<string, (value: unknown) => unknown> = {
	'find a job': (value) => findJobId({ kind: 'data', value }, response(''), OVERRIDES),
	'read a state': (value) => readState({ kind: 'data', value }, response(''), OVERRIDES),
	'find links': (value) => findLinks(value),
	'find rows': (value) => findRows({ value, endpointPath: '/creators' }),
	'read page marks': (value) => readPageInfo({ value, rowsPath: 'data' }),
	'find a rating': (value) => findRating(value),
	'count what is flagged': (value) => findFlaggedCounts(value),
	'find traits': (value) => findTraits(value),
	'find breakdowns': (value) => findBreakdowns(value),
	'explain what is recognised': (value) =>
		explainRecognition({
			content: { kind: 'data', value },
			response: response(''),
			overrides: OVERRIDES,
			hasRiskRating: true,
		}),
	'simplify an item': (value) => simplify(value as IDataObject),
	'make a report': async (value) => await report([value as IDataObject]),
	'fit an item for a model': (value) => truncateForModel([value as IDataObject], 20_000),
	'list picker entries': (value) => runInSlices(toEntries([value], DICTIONARIES.topics)),
	'decide on the next page': (value) =>
		nextStep(DEFAULT_PAGE_SETTINGS, {
			response: value,
			headers: {},
			rowsPath: 'data',
			rows: 100,
			largestPage: 100,
			fetched: 100,
			pages: 1,
			entered: { names: [], value: () => undefined },
			resolve: (link) => link,
		}),
};

const VALUES: Record<string, () => unknown> = {
	'100,000 rows': () => ({ status: 'finished', data: creators(100_000) }),
	'100,000 fields with numbers': () => byName(100_000, (at) => [`n${at}`, at]),
	'150,000 objects by name': () =>
		byName(150_000, (at) => [`n${at}`, { id: at, url: `https://a.example/${at}`, status: 'done' }]),
	'150,000 objects with files': () =>
		byName(150_000, (at) => [`report ${at}`, { file_url: `https://a.example/${at}` }]),
	'150,000 wrappers': () =>
		byName(150_000, (at) => [`data${'_'.repeat(at % 300)}${'-'.repeat(at / 300)}`, { id: at }]),
	'150,000 lists': () => byName(150_000, (at) => [`n${at}`, [{ id: at }]]),
	'200,000 links': () => ({
		links: many(200_000, (at) => ({ rel: 'next', href: `/a?b=${at}` })),
	}),
	'200,000 errors': () => ({
		errors: many(200_000, (at) => ({ field: `f${at}`, message: 'is not valid' })),
	}),
	'10 MB of nested objects': () => {
		let value: IDataObject = {};
		for (let at = 0; at < 1_000; at++) value = { data: value, text: 'x'.repeat(10_000) };
		return value;
	},
};

const ofValues: Step[] = Object.entries(VALUES).flatMap(([input, make]) => {
	return Object.entries(OF_VALUES).map(([step, run]) => ({
		step,
		input,
		prepare: () => {
			const value = make();
			return () => run(value);
		},
	}));
});

const ROWS = 100_000;
/** No more fit into the 4 MB that a picker reads. */
const MAX_PICKED = 15_000;
const helpers = { prepareBinaryData: () => Promise.reject(new Error('Not in use')) };

const ofRows: Record<string, () => () => unknown> = {
	'keep a response of 10 MB': () => {
		const kept = response('x'.repeat(10 * MEGABYTE));
		return () => serialize(kept);
	},
	'fit for a model': () => {
		const items = creators(ROWS);
		return () => truncateForModel(items, 20_000);
	},
	'fit for a model, 10 MB of texts': () => {
		const items = Array.from({ length: 1_000 }, () => ({ text: 'x'.repeat(10_000) }));
		return () => truncateForModel(items, 20_000);
	},
	'make items': () => {
		const items = creators(ROWS).map(rowToItem);
		return async () => await store(helpers, { items, settings: SETTINGS });
	},
	'make simplified items': () => {
		const items = creators(ROWS).map(rowToItem);
		return async () => await store(helpers, { items, settings: { ...SETTINGS, simplify: true } });
	},
	'pair items': () => {
		const items = creators(ROWS).map((json) => ({ json }));
		return async () => await toPairedItems({} as never, [{ input: { a: 1 }, items }]);
	},
	'look for output fields': () => {
		const items = creators(ROWS).map(rowToItem);
		const settings = { ...SETTINGS, simplify: true, outputFields: ['nowhere'] };
		return async () => await unknownOutputFields([{ items, settings }]);
	},
	'make a report': () => {
		const items = creators(ROWS).map(rowToItem);
		return async () => await withReport({ items, settings: { ...SETTINGS, report: 'file' } });
	},
	'make a report of posts': () => {
		const items = Array.from({ length: ROWS }, (_, at) =>
			rowToItem({
				text: `Post ${at}`,
				author: `a${at}`,
				date: '2026-01-01',
				sentiment: 'positive',
				likes: at,
			}),
		);
		return async () => await withReport({ items, settings: { ...SETTINGS, report: 'file' } });
	},
	'make a report of analyses': () => {
		const items = creators(2_000).map((creator) =>
			rowToItem({ ...creator, audience_countries: [{ name: 'Germany', value: 12 }] }),
		);
		return async () => await withReport({ items, settings: { ...SETTINGS, report: 'file' } });
	},
	'look for filters that are ignored': () => {
		const rows = creators(ROWS);
		return () =>
			addIgnoredParameterHints(new Hints(), {
				asked: { follower_count: { min: 1 } },
				entered: {},
				firstCount: () => 1,
				rows,
			});
	},
	'compare pages': () => {
		const page = creators(ROWS);
		const seen = new SeenPages();
		seen.add(page, 0);
		return () => seen.isRepeated(page.slice(), page);
	},
	'compare 2,000 pages of one kind': () => {
		const rows = Array.from({ length: 200_000 }, () => ({ a: 1 }));
		return async () => {
			const seen = new SeenPages();
			for (let at = 0; at < 2_000; at++) {
				const page = rows
					.slice(at * 100, at * 100 + 100)
					.map((each, nth) => (nth === 7 ? { b: at } : each));
				await seen.isRepeated(page, rows);
				seen.add(page, at * 100);
				await new Promise(setImmediate);
			}
		};
	},
	'take a snapshot': () => {
		const rows = creators(ROWS);
		return () => runInSlices(takeSnapshot({ rows: 1 }, rows, { ignoredFields: [] }));
	},
	'list picker entries': () => {
		const rows = creators(MAX_PICKED);
		return async () => await picked(rows, 'a');
	},
	'parse JSON': () => {
		const text = JSON.stringify({ data: creators(40_000) });
		return () => runInSlices(parseJson(text));
	},
	'JSON.parse alone': () => {
		const text = JSON.stringify({ data: creators(40_000) });
		return () => JSON.parse(text) as unknown;
	},
	'parse JSON with long numbers': () => {
		const text = JSON.stringify({ data: creators(40_000) }).replace(/"id":"(\d+)"/g, '"id":$1234');
		return () => runInSlices(parseJson(text));
	},
	'parse lines': () => {
		const text = creators(40_000)
			.map((each) => JSON.stringify(each))
			.join('\n');
		return () => runInSlices(parseJsonLines(text));
	},
	'parse CSV': () => {
		const text = creators(80_000)
			.map((each) => Object.values(each).join(','))
			.join('\n');
		return () => runInSlices(parseCsv(text));
	},
	'explain an error': () => {
		const whole = response(JSON.stringify({ data: creators(ROWS) }), undefined, 503);
		return () => explainResponse(REQUEST, whole);
	},
	'decode text': () => {
		const whole = response('x'.repeat(10 * MEGABYTE));
		return () => decodeText(whole);
	},
	'remove the token': () => {
		const whole = response(JSON.stringify({ data: creators(40_000) }));
		return () => redactResponse(whole, createRedact('creator-token-0123456789'));
	},
};

function schemas(): IDataObject {
	return { components: { schemas: {} } };
}

/** OpenAPI documents: objects of objects, and objects that are made of others. */
const DOCUMENTS: Record<string, () => { schema: IDataObject; document: IDataObject }> = {
	'200 x 200 x 200 fields': () => {
		const document = schemas();
		const fields = (of: string) => byName(200, (at) => [`f${at}`, { $ref: `#/${of}` }]);
		Object.assign(document, {
			A: { properties: fields('B') },
			B: { properties: fields('C') },
			C: { properties: fields('D') },
			D: { type: 'string' },
		});
		return { schema: { properties: fields('A') }, document };
	},
	'allOf of 100 x 100 x 100': () => {
		const document = schemas();
		const all = (of: string) => Array.from({ length: 100 }, () => ({ $ref: `#/${of}` }));
		const fields = byName(300, (at) => [`f${at}`, { $ref: '#/A' }]);
		Object.assign(document, {
			A: { allOf: all('B') },
			B: { allOf: all('C') },
			C: { allOf: all('D') },
			D: { properties: fields },
		});
		return { schema: { allOf: all('A') }, document };
	},
	'5 MB of fields': () => {
		const properties = byName(60_000, (at) => [
			`field${at}`,
			{ type: 'string', description: `Field ${at} of the request, which says something.` },
		]);
		return { schema: { properties }, document: {} };
	},
	'100,000 choices': () => ({
		schema: {
			properties: { a: { anyOf: Array.from({ length: 100_000 }, (_, at) => ({ const: at })) } },
		},
		document: {},
	}),
	'100,000 parts': () => ({
		schema: {
			allOf: Array.from({ length: 100_000 }, (_, at) => ({
				properties: { [`f${at}`]: { type: 'string' } },
				required: [`f${at}`],
			})),
		},
		document: {},
	}),
	'200 lists of what has 100,000 parts': () => {
		const all = Array.from({ length: 100_000 }, () => ({ required: ['a'] }));
		const properties = byName(200, (at) => [`f${at}`, { type: 'array', items: { $ref: '#/A' } }]);
		return { schema: { properties }, document: { A: { allOf: all } } };
	},
};

const ofDocuments: Step[] = Object.entries(DOCUMENTS).map(([input, make]) => ({
	step: 'list the columns',
	input,
	prepare: () => {
		const { schema, document } = make();
		return () => toMapperFields(columnsOf(schema, document), { isList: true });
	},
}));

const ofPaths: Step = {
	step: 'find the schema',
	input: '5 MB of paths',
	prepare: () => {
		const paths = byName(50_000, (at) => [`/v1/things/{id}/part/${at}`.padEnd(90, '/x'), {}]);
		return () => bodySchema({ paths }, { method: 'POST', path: '/export' });
	},
};

const ofOverlap: Step = {
	step: 'make a report',
	input: 'an overlap of 400 profiles',
	prepare: () => {
		const names = Array.from({ length: 400 }, (_, at) => `creator${at}`);
		const profiles = names.map((username) => ({
			username,
			overlaps: names.map((other) => ({ username: other, overlap_percentage: 7 })),
		}));
		const json = { unique_followers: 5, total_followers: 9, profiles };
		return async () =>
			await withReport({ items: [{ json }], settings: { ...SETTINGS, report: 'file' } });
	},
};

/** What takes longer than the limit, and why. */
const KNOWN: Array<[step: RegExp, input: RegExp, why: string]> = [
	[/^(parse JSON|JSON\.parse)/, /10 MB/, 'JSON.parse reads all of it at once'],
];

const withReason = (each: Step): Step => ({
	...each,
	known: KNOWN.find(([step, input]) => step.test(each.step) && input.test(each.input))?.[2],
});

export const steps: Step[] = [
	...Object.entries(ofRows).map(([step, prepare]) => ({
		step,
		input: '100,000 rows or 10 MB',
		prepare,
	})),
	...ofValues,
	...ofDocuments,
	ofPaths,
	ofOverlap,
	...ofText,
].map(withReason);
