import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { contentUrl, profileUrl } from '../../../../nodes/shared/catalogue/commonFields';
import { endpoint, report, resource } from '../../../../nodes/shared/catalogue/builders';
import { noteNames, noteRepeats } from '../../../../nodes/shared/node/nameHints';
import { Hints } from '../../../../nodes/shared/operations/Hints';

const words = ['Create it', 'Create it'] as const;
const operation = endpoint('create', 'POST /a', ...words, { fields: [profileUrl] });
const other = endpoint('other', 'POST /b', ...words, { more: [contentUrl] });
const catalogue = [
	resource('a', 'A', [operation, report('report', ...words)]),
	resource('b', 'B', [other]),
];

function hintsFor(parameters: INodeParameters, ...bodies: IDataObject[]): string[] {
	const hints = new Hints();
	const drafts = bodies.map((body) => ({ endpoint: operation.endpoint, query: [], body }));
	noteNames(hints, { catalogue, operation, parameters, drafts });
	return hints.texts();
}

const rows = (name: unknown, value: unknown = 'x') =>
	({ assignments: [{ name, value }, 'no row'] }) as INodeParameters;

const otherFields = (name: unknown, value?: unknown): INodeParameters => ({
	moreFields: { bodyFields: rows(name, value) },
});

const leftOver = (label: string, name = 'content_url') =>
	`In '${label}', '${name}' belongs to other operations of this node and may be left over from one. Remove it if this operation does not accept it.`;

it('a typo in a name is reported once for all items', () => {
	const hints = hintsFor({}, { profle_url: 'x' }, { profle_url: 'y' }, { profile_url: 'z' });
	expect(hints).toEqual(["'profle_url' is not a known field; did you mean 'profile_url'?"]);
});

it.each<[string, INodeParameters, string]>([
	['Other Fields', otherFields(' content_url '), 'Other Fields'],
	['Query Parameters', { moreFields: { query: rows('content_url') } }, 'Query Parameters'],
	['Query Parameters', { sendQuery: true, query: rows('content_url') }, 'Query Parameters'],
])('a field of another operation in %s is reported', (_, parameters, label) => {
	expect(hintsFor(parameters, {})).toEqual([leftOver(label)]);
});

it.each<[string, INodeParameters]>([
	['a field of this operation', otherFields('profile_url')],
	['a field that nobody knows', otherFields('whatever')],
	['an empty row', otherFields('content_url', '')],
	['a row of null', otherFields('content_url', null)],
	['a row without a name', otherFields(7)],
	['a row of another body mode', { bodyMode: 'json', ...otherFields('content_url') }],
	['a query that is turned off', { sendQuery: false, query: rows('content_url') }],
	['what is no list of rows', { moreFields: { bodyFields: { assignments: 'x' } } }],
	['what is nothing', { moreFields: { bodyFields: 'x' } }],
	['what is no collection', { moreFields: 'x' }],
])('%s is not reported', (_, parameters) => {
	expect(hintsFor(parameters, {})).toEqual([]);
});

it('a typo is not reported twice', () => {
	const twin = endpoint('twin', 'POST /c', ...words, {
		fields: [{ ...profileUrl, name: 'profile_uri' }],
	});
	const hints = new Hints();
	noteNames(hints, {
		catalogue: [resource('c', 'C', [twin])],
		operation,
		parameters: otherFields('profile_uri'),
		drafts: [{ endpoint: operation.endpoint, query: [], body: { profile_uri: 'x' } }],
	});
	expect(hints.texts()).toEqual([
		"'profile_uri' is not a known field; did you mean 'profile_url'?",
	]);
});

describe('items that make the same request', () => {
	const endpoint = { method: 'PATCH', path: '/a/{id}' } as const;
	const noted = (...drafts: Array<{ id?: unknown; body?: IDataObject }>) => {
		const hints = new Hints();
		noteRepeats(
			hints,
			drafts.map((draft) => ({ endpoint, query: [], ...draft })),
			'Screening ID',
		);
		return hints.texts();
	};

	it('are counted by their ID', () => {
		expect(noted({ id: 'x' }, { id: 7 }, { id: ' x' }, { id: 'x' }, { id: '7' })).toEqual([
			"Several items have the same 'Screening ID': x (3 items), 7 (2 items). The node sends the same request once for each of them. To send it once, turn on 'Execute Once' in the Settings of the node.",
		]);
	});

	it.each([
		['another ID', { id: 'y' }],
		['another body', { id: 'x', body: { content_ids: ['1'] } }],
	])('are none with %s', (_, other) => {
		expect(noted({ id: 'x' }, other)).toEqual([]);
	});
});
