import { asAddress } from '../recognition/scalars';

/** HTML that may stand in the page as it is. Only this file makes it, and it escapes what is put in. */
export class Markup {
	private constructor(readonly text: string) {}

	/** A template whose values are escaped. Values stand between tags or in double quotes. */
	static readonly of = (strings: TemplateStringsArray, ...values: MarkupContent[]): Markup => {
		const parts = strings.map((each, at) => (at === 0 ? each : asHtml(values[at - 1]) + each));
		return new Markup(parts.join(''));
	};
}

export type MarkupContent = Markup | string | number | undefined | false | readonly MarkupContent[];

export const markup = Markup.of;

function asHtml(value: MarkupContent): string {
	if (value === undefined || value === false) return '';
	if (value instanceof Markup) return value.text;
	if (typeof value === 'object') return value.map(asHtml).join('');
	return escape(String(value).slice(0, MAX_TEXT));
}

/** About fifty pages, and far more than any drawing needs: escaping takes time. */
const MAX_TEXT = 100_000;

const ESCAPED: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	'`': '&#96;',
};

/** Controls and halves of characters are no part of a text that can be shown. */
function escape(text: string): string {
	return text
		.replace(/\p{Surrogate}/gu, '\ufffd')
		.replace(/[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
		.replace(/[&<>"'`]/g, (character) => ESCAPED[character] ?? '');
}

/** A link to elsewhere, or the text alone where the address is none of http or https. */
export function linked(text: MarkupContent, address: string | undefined): MarkupContent {
	const safe = asAddress(address);
	if (safe === undefined) return text;
	return markup`<a href="${safe}" rel="noopener noreferrer nofollow" target="_blank">${text}</a>`;
}
