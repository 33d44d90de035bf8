import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { profileUrl } from '../../../../nodes/shared/catalogue/commonFields';
import { endpoint } from '../../../../nodes/shared/catalogue/builders';
import { requestFingerprint } from '../../../../nodes/shared/node/requestFingerprint';

const operation = endpoint('create', 'POST /things', 'Create it', 'Create it', {
	fields: [profileUrl],
});

interface Case {
	parameters?: INodeParameters;
	sendsQuery?: boolean;
	inputItem?: IDataObject;
	resolved?: unknown;
}

const asked = ({ parameters = {}, sendsQuery = false, inputItem = {}, resolved }: Case) =>
	requestFingerprint({ operation, parameters, sendsQuery, inputItem, resolved });

describe('the request is the same', () => {
	it.each<[string, Case, Case]>([
		['with another option', {}, { parameters: { options: { maxRetries: 1 }, limit: 5 } }],
		[
			'with a query that is not sent',
			{ parameters: {} },
			{ parameters: { query: { assignments: [{ name: 'a', value: 1 }] } } },
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
		[
			'by what is left out of the input',
			given({ bodyMode: 'input', excludeFields: 'a' }),
			given({ bodyMode: 'input' }),
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
});
