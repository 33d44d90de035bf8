import {
	DEFAULT_PAGE_SETTINGS,
	USUAL_NAMES,
	type FieldNames,
	type PageScheme,
} from '../lists/scheme';
import { choice, number, text, type Option } from './option';

const { firstPage, pageSize, scheme } = DEFAULT_PAGE_SETTINGS;

const shownFor = (...schemes: PageScheme[]) => ({ displayOptions: { show: { scheme: schemes } } });

function fieldName(
	label: string,
	name: keyof FieldNames,
	what: string,
	schemes: PageScheme[],
): Option<string> {
	const usual = USUAL_NAMES[name];
	return text(label, '', {
		placeholder: `e.g. ${usual}`,
		about: `The name of the field for ${what}. If empty, the name that you entered or that the response uses, or else ${usual}.`,
		...shownFor(...schemes),
	});
}

/** For services whose pages are not recognised. */
export const pageOptions = {
	cursorName: fieldName('Cursor Field', 'cursorName', 'the cursor', ['auto', 'cursor']),
	firstPage: number('First Page', firstPage, {
		about: 'The number of the first page; usually 0 or 1',
		...shownFor('auto', 'page'),
	}),
	limitName: fieldName('Limit Field', 'limitName', 'the number of rows', ['auto', 'offset']),
	nextPath: text('Next Path', '', {
		placeholder: 'e.g. paging.next',
		about:
			'Path to the cursor or link in the response, if it is not recognised. Headers are under headers, e.g. headers.link.',
		...shownFor('cursor', 'nextUrl'),
	}),
	offsetName: fieldName('Offset Field', 'offsetName', 'the offset', ['auto', 'offset']),
	pageName: fieldName('Page Field', 'pageName', 'the page number', ['auto', 'page']),
	pageSize: number('Page Size', pageSize, {
		about: 'Rows per page; 0 leaves it to the service',
		...shownFor('offset', 'page'),
	}),
	pageSizeName: fieldName('Page Size Field', 'pageSizeName', 'the page size', ['auto', 'page']),
	scheme: choice<PageScheme>(
		'Scheme',
		scheme,
		[
			{
				value: 'auto',
				name: 'Auto',
				description: 'Recognise the scheme in the response and in the fields that you entered',
			},
			{ value: 'cursor', name: 'Cursor', description: 'Send the cursor of the last response' },
			{ value: 'nextUrl', name: 'Next URL', description: 'Follow the link in the response' },
			{ value: 'none', name: 'None', description: 'Read one page only' },
			{ value: 'offset', name: 'Offset', description: 'Count rows' },
			{ value: 'page', name: 'Page Number', description: 'Count pages' },
		],
		{},
	),
};
