import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';

import {
	store,
	toN8nItem,
	unknownOutputFields,
	type ItemOutcome,
} from '../../../../nodes/shared/node/items';
import { callWith, settingsOf } from '../../../support/options';

/** n8n's store, with room for files of so many bytes. */
const storeOf = (room: number) => ({
	prepareBinaryData: async (
		bytes: unknown,
		fileName?: string,
		mimeType = '',
	): Promise<IBinaryData> =>
		(bytes as Buffer).length > room
			? await Promise.reject(new Error('The disk is full'))
			: await Promise.resolve({ data: String(bytes), fileName, mimeType }),
});
const helpers = storeOf(100);
const file = { bytes: Buffer.from('pdf'), name: 'a.pdf', type: 'application/pdf' };
const report = { bytes: Buffer.from('html'), name: 'r.html', type: 'text/html' };
const [storedFile, storedReport] = [file, report].map(({ bytes, name, type }) => ({
	data: String(bytes),
	fileName: name,
	mimeType: type,
}));

describe('an n8n item', () => {
	it('has its files in their fields', async () => {
		expect(await toN8nItem(helpers, { json: { a: 1 } })).toEqual({ json: { a: 1 } });
		expect(await toN8nItem(helpers, { json: {}, file, report })).toEqual({
			json: {},
			binary: { data: storedFile, report: storedReport },
		});
	});

	it('has separate fields for the file and the report, whatever field the user names', async () => {
		const settings = settingsOf({ binaryProperty: 'report' });
		expect(await toN8nItem(helpers, { json: {}, file, report }, settings)).toEqual({
			json: {},
			binary: { report: storedFile, htmlReport: storedReport },
		});
		expect(await toN8nItem(helpers, { json: {}, report }, settings)).toEqual({
			json: {},
			binary: { report: storedReport },
		});
	});

	it('has no field that n8n would treat as a failure', async () => {
		expect(await toN8nItem(helpers, { json: { error: 'x', a: 1 } })).toEqual({
			json: { a: 1, serviceError: 'x' },
		});
	});

	it('has the fields that the user names, of the response or of the flat row', async () => {
		const json = { full_name: 'Ada', follower_count: 3, x: 1 };
		const keep = async (options: INodeParameters) =>
			(await toN8nItem(helpers, { json }, settingsOf(options))).json;
		expect(await keep({ outputFields: 'x' })).toEqual({ x: 1 });
		expect(await keep({ outputFields: 'name, x', simplify: true })).toEqual({ name: 'Ada', x: 1 });
		expect(await keep({ simplify: true })).toEqual({ name: 'Ada', followers: 3 });
	});
});

describe('a file that cannot be stored', () => {
	it('is missing from its item, and reported', async () => {
		const job = { id: '1' };
		const outcome: ItemOutcome = {
			input: { row: 1 },
			items: [{ json: { job }, file }, { json: { b: 2 } }],
		};
		const stored = await store(storeOf(1), outcome);
		expect(stored.input).toEqual({ row: 1 });
		expect(stored.output).toEqual([
			{ json: { incomplete: 'The file could not be stored', job } },
			{ json: { b: 2 } },
		]);
		expect(stored.failure).toMatchObject({
			details: {
				kind: 'unexpected',
				message: 'n8n could not store the file',
				description: 'The disk is full. Make sure that n8n has enough space for binary data.',
				job,
			},
		});
	});

	it('does not hide an earlier failure', async () => {
		const { failure } = await store(storeOf(1), { items: [{ json: {}, file }], failure: 'Before' });
		expect(failure).toBe('Before');
	});

	it('names no job where there is none', async () => {
		const { failure } = await store(storeOf(1), { items: [{ json: {}, file }] });
		expect(failure).not.toHaveProperty('details.job');
	});
});

describe('Output Fields that no item has', () => {
	const of = (outputFields: string, ...jsons: IDataObject[]): ItemOutcome => ({
		items: [],
		output: jsons.map((json) => ({ json })),
		call: callWith({ outputFields }),
	});

	it.each<[ItemOutcome[], string[]]>([
		[[of('a, b.c', { a: 1, b: { c: 0 } })], []],
		[[of('a, b', { a: 1 }), of('a, b', { b: null })], []],
		[[of('a, b', { a: 1 }, { a: 2 })], ['b']],
		[
			[of('a', {}), of('b', {})],
			['a', 'b'],
		],
		// Nobody knows what an item would have had.
		[[of('a')], []],
		[[of('a'), of('a', { b: 1 })], ['a']],
	])('%#', async (outcomes, expected) => {
		expect(await unknownOutputFields(outcomes)).toEqual(expected);
	});
});
