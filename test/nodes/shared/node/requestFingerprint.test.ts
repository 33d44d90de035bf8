import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { identifier, profileUrl } from '../../../../nodes/shared/catalogue/commonFields';
import { listOf } from '../../../../nodes/shared/catalogue/fields';
import { endpoint } from '../../../../nodes/shared/catalogue/builders';
import { requestFingerprint } from '../../../../nodes/shared/node/requestFingerprint';

const tags = listOf('tags', 'Tags', 'Tags', { picker: 'interests' });
const operation = endpoint('create', 'POST /things', 'Create it', 'Create it', {
	fields: [profileUrl],
	more: [identifier, tags],
});

interface Case {
	parameters?: INodeParameters;
	sendsQuery?: boolean;
	inputItem?: IDataObject;
	resolved?: unknown;
}

const asked = ({ parameters = {}, sendsQuery = false, inputItem = {}, resolved }: Case) =>
	requestFingerprint({ operation, parameters, sendsQuery, inputItem, resolved });

const rows = (...assignments: INodeParameters[]): INodeParameters => ({
	moreFields: { bodyFields: { assignments } },
});

describe('the request is the same', () => {
	it.each<[string, Case, Case]>([
		['with another option', {}, { parameters: { options: { maxRetries: 1 }, limit: 5 } }],
		['with the default body mode', {}, { parameters: { profileUrl: undefined as never } }],
		[
			'with a query that is not sent',
			{ parameters: {} },
			{ parameters: { query: { assignments: [{ name: 'a', value: 1 }] } } },
		],
		[
			'with fields of another body mode',
			{ parameters: { bodyMode: 'json', bodyJson: '{}' } },
			{ parameters: { bodyMode: 'json', bodyJson: '{}', profileUrl: 'x', ...rows() } },
		],
		[
			'with rows in another order, without their ids and without empty ones',
			{ parameters: rows({ id: '1', name: 'a', value: 'x' }, { id: '2', name: 'b', value: 'y' }) },
			{
				parameters: rows(
					{ id: '3', name: ' b ', value: 'y' },
					{ name: 'c', value: '' },
					{ name: 'd', value: null as never },
					{ name: 'a', value: 'x' },
				),
			},
		],
		[
			'whatever an expression comes to',
			{ parameters: { profileUrl: '={{ $now }}' }, resolved: 1 },
			{ parameters: { profileUrl: '={{ $now }}' }, resolved: 2 },
		],
	])('%s', (_, one, other) => {
		expect(asked(one)).toBe(asked(other));
	});
});

describe('the request is another one', () => {
	const given = (parameters: INodeParameters): Case => ({ parameters });

	it.each<[string, Case, Case]>([
		['by another id', given({ id: 'a' }), given({ id: 'b' })],
		['by another body mode', given({}), given({ bodyMode: 'input' })],
		['by a common field', given({}), given({ profileUrl: 'x' })],
		['by another field', given({}), given({ moreFields: { identifier: 'x' } })],
		['by a list', given({}), given({ moreFields: { tags: 'a' } })],
		['by a row', given(rows()), given(rows({ name: 'a', value: 0 }))],
		[
			'by the type of a row',
			given(rows({ name: 'a', type: 'string', value: '1' })),
			given(rows({ name: 'a', type: 'number', value: '1' })),
		],
		['by JSON', given({ bodyMode: 'json', bodyJson: '1' }), given({ bodyMode: 'json' })],
		[
			'by what is left out of the input',
			given({ bodyMode: 'input', excludeFields: 'a' }),
			given({ bodyMode: 'input' }),
		],
		[
			'by mapped fields',
			given({ bodyMode: 'schema', mappedFields: { value: { a: 1 } } }),
			given({ bodyMode: 'schema' }),
		],
		['by the input item', { inputItem: { a: 1 } }, { inputItem: { a: 2 } }],
		[
			'by a query that is sent',
			{ sendsQuery: true },
			{ ...given({ query: { assignments: [{ name: 'a', value: 1 }] } }), sendsQuery: true },
		],
		[
			'by a model each time',
			{ ...given({ id: "={{ $fromAI('id') }}" }), resolved: 1 },
			{ ...given({ id: "={{ $fromAI('id') }}" }), resolved: 2 },
		],
	])('%s', (_, one, other) => {
		expect(asked(one)).not.toBe(asked(other));
	});

	it('in an unknown body mode only the id matters', () => {
		expect(asked(given({ bodyMode: 'x', bodyJson: '1' }))).toBe(asked(given({ bodyMode: 'x' })));
	});
});
