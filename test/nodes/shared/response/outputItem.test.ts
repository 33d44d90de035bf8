import type { IDataObject } from 'n8n-workflow';

import {
	FIELDS_ADDED_BY_NODE,
	serviceFieldsFirst,
	fileItem,
	incomplete,
	pickFields,
	rowToItem,
	toItem,
	withoutErrorField,
} from '../../../../nodes/shared/response/outputItem';
import type { Content } from '../../../../nodes/shared/http/types';

const file = { bytes: Buffer.from('abc'), name: 'a.pdf', type: 'application/pdf' };
const told = { fileName: 'a.pdf', mimeType: 'application/pdf', fileSize: 3 };

describe('a response as one item', () => {
	it.each<[Content, IDataObject]>([
		[{ kind: 'empty' }, {}],
		[{ kind: 'text', text: 'x' }, { data: 'x' }],
		[{ kind: 'data', value: { a: 1 } }, { a: 1 }],
		[{ kind: 'data', value: [1] }, { data: [1] }],
		[{ kind: 'data', value: 'x' }, { data: 'x' }],
		[{ kind: 'data', value: null }, { data: null }],
	])('%j', (content, json) => {
		expect(toItem(content)).toEqual({ json });
	});

	it('of a file has its name, type and size', () => {
		expect(toItem({ kind: 'file', file })).toEqual({ json: told, file });
		expect(fileItem(file, { id: 1 })).toEqual({ json: { id: 1, ...told }, file });
	});
});

it.each<[unknown, IDataObject]>([
	[{ a: 1 }, { a: 1 }],
	['x', { value: 'x' }],
	[null, { value: null }],
	[[1, 2], { value: [1, 2] }],
])('the row %j is an item', (value, json) => {
	expect(rowToItem(value)).toEqual({ json });
});

describe('a field "error", which n8n would treat as a failure', () => {
	it.each([{ message: 'half' }, 'half', '', 0, false])('is renamed if it is %j', (error) => {
		expect(withoutErrorField({ json: { a: 1, error }, file })).toEqual({
			json: { a: 1, serviceError: error },
			file,
		});
	});

	it('is dropped if it is null', () => {
		expect(withoutErrorField({ json: { a: 1, error: null } })).toEqual({ json: { a: 1 } });
	});

	it('is not added where there is none', () => {
		expect(withoutErrorField({ json: { a: 1 } })).toEqual({ json: { a: 1 } });
	});
});

it.each<[string, IDataObject, string[]]>([
	['the job', { job: {}, a: 1, b: 2 }, ['a', 'b', 'job']],
	[
		'all that is ours',
		{ recognised: {}, job: {}, incomplete: 'x', serviceError: 'y', comments: [], b: 2, a: 1 },
		['comments', 'b', 'a', 'serviceError', 'incomplete', 'job', 'recognised'],
	],
	['nothing', { b: 2, a: 1 }, ['b', 'a']],
])('the response precedes %s', (_, json, names) => {
	const ordered = serviceFieldsFirst({ json, file });
	expect(Object.keys(ordered.json)).toEqual(names);
	expect(ordered).toEqual({ json, file });
});

describe('output fields', () => {
	const json = { id: 1, location: { city: 'x', country: 'y' }, tags: [{ name: 'a' }], none: null };
	const job = { type: 'screening', id: 'a', state: 'finished' };

	it.each<[string[], IDataObject]>([
		[[], json],
		[['id'], { id: 1 }],
		[['location.country', 'id'], { location: { country: 'y' }, id: 1 }],
		[['location', 'location.city'], { location: json.location }],
		[['location.city', 'location'], { location: json.location }],
		[['none', 'missing', 'location.missing', 'a..b'], { none: null }],
		[['id', 'id'], { id: 1 }],
		[['missing'], {}],
	])('%j', (paths, kept) => {
		expect(pickFields({ json, file }, paths)).toEqual({ json: kept, file });
	});

	it.each([['id'], ['job.id', 'id'], ['id', 'job'], ['job.missing', 'id']])(
		'always keep the whole job: %s, %s',
		(...paths) => {
			expect(pickFields({ json: { ...json, job } }, paths).json).toEqual({ id: 1, job });
		},
	);

	it.each(FIELDS_ADDED_BY_NODE.filter((name) => name !== 'serviceError'))(
		'always keep %s, which the node has added',
		(name) => {
			expect(pickFields({ json: { ...json, [name]: 'x' } }, ['id']).json).toEqual({
				id: 1,
				[name]: 'x',
			});
		},
	);

	it('keep the renamed error of the service only where it is listed', () => {
		const withError = { json: { ...json, serviceError: 'x' } };
		expect(pickFields(withError, ['id']).json).toEqual({ id: 1 });
		expect(pickFields(withError, ['serviceError']).json).toEqual({ serviceError: 'x' });
	});

	it('never change the response of the service', () => {
		const before = JSON.stringify(json);
		pickFields({ json }, ['location.city', 'location.country', 'tags']);
		expect(JSON.stringify(json)).toBe(before);
	});
});

it('an item says all that is missing', () => {
	const item = incomplete({ json: { a: 1 } }, 'No comments');
	expect(item).toEqual({ json: { a: 1, incomplete: 'No comments' } });
	expect(incomplete(item, 'No file').json).toEqual({ a: 1, incomplete: 'No comments. No file' });
	const other = { json: { incomplete: true }, file };
	expect(incomplete(other, 'No file')).toEqual({ json: { incomplete: 'No file' }, file });
});
