import type { INodeProperties } from 'n8n-workflow';

import {
	DEFAULT_PAGE_SETTINGS,
	USUAL_NAMES,
	type FieldNames,
	type PageScheme,
} from '../lists/scheme';

// Plain names, as n8n's linter does not see a default behind a dot.
const { firstPage, pageSize, scheme } = DEFAULT_PAGE_SETTINGS;

const shown = (...schemes: PageScheme[]): INodeProperties['displayOptions'] => ({
	show: { scheme: schemes },
});

function nameField(
	displayName: string,
	name: keyof FieldNames,
	what: string,
	schemes: PageScheme[],
): INodeProperties {
	const usual = USUAL_NAMES[name];
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${usual}`,
		displayOptions: shown(...schemes),
		description: `The name of the field for ${what}. If empty, the name that you entered or that the response uses, or else ${usual}.`,
	};
}

/** For services whose pages are not recognised: the scheme, stated by hand. */
export const paginationOption: INodeProperties = {
	displayName: 'Pagination',
	name: 'pagination',
	type: 'fixedCollection',
	placeholder: 'State how pages are asked for',
	default: {},
	description:
		'How further pages are asked for; fields go into the body of a POST and into the query of a GET',
	options: [
		{
			displayName: 'Settings',
			name: 'settings',
			values: [
				nameField('Cursor Field', 'cursorName', 'the cursor', ['auto', 'cursor']),
				{
					displayName: 'First Page',
					name: 'firstPage',
					type: 'number',
					default: firstPage,
					displayOptions: shown('auto', 'page'),
					description: 'The number of the first page, mostly 1 or 0',
				},
				nameField('Limit Field', 'limitName', 'the number of rows', ['auto', 'offset']),
				{
					displayName: 'Next Path',
					name: 'nextPath',
					type: 'string',
					default: '',
					placeholder: 'e.g. paging.next',
					displayOptions: shown('cursor', 'nextUrl'),
					description:
						'The way to the cursor or link in the response, if it is not recognised. Headers are under headers, e.g. headers.link.',
				},
				nameField('Offset Field', 'offsetName', 'the offset', ['auto', 'offset']),
				nameField('Page Field', 'pageName', 'the page number', ['auto', 'page']),
				{
					displayName: 'Page Size',
					name: 'pageSize',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: pageSize,
					displayOptions: shown('offset', 'page'),
					description: 'Rows per page; 0 leaves it to the service',
				},
				nameField('Page Size Field', 'pageSizeName', 'the page size', ['auto', 'page']),
				{
					displayName: 'Scheme',
					name: 'scheme',
					type: 'options',
					default: scheme,
					options: [
						{
							name: 'Auto',
							value: 'auto',
							description:
								'Recognise the scheme in the response and in the fields that you entered',
						},
						{
							name: 'Cursor',
							value: 'cursor',
							description: 'Send the cursor of the last response',
						},
						{ name: 'Next URL', value: 'nextUrl', description: 'Follow the link in the response' },
						{ name: 'None', value: 'none', description: 'Read one page only' },
						{ name: 'Offset', value: 'offset', description: 'Count rows' },
						{ name: 'Page Number', value: 'page', description: 'Count pages' },
					],
				},
			],
		},
	],
};
