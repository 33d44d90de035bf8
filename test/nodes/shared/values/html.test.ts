import { asHtml, withoutTags } from '../../../../nodes/shared/values/html';

const LINK = '<a href="x">R&D</a>';

it('a text as HTML is shown as it is', () => {
	expect(asHtml(LINK)).toBe('&lt;a href="x"&gt;R&amp;D&lt;/a&gt;');
});

it.each([
	[LINK, '\u2039a href="x">R&D\u2039/a>'],
	['<IMG src=x><!--', '\u2039IMG src=x>\u2039!--'],
	['1 < 2 > 0 <3', '1 < 2 > 0 <3'],
])('%s without tags is %s', (text, expected) => {
	expect(withoutTags(text)).toBe(expected);
});
