import { asHtml, inLog, withoutTags } from '../../../../nodes/shared/values/escape';

const LINK = '<a href="x">R&D</a>';

it('a text in HTML is displayed unchanged', () => {
	expect(asHtml(LINK)).toBe('&lt;a href="x"&gt;R&amp;D&lt;/a&gt;');
});

it.each([
	[LINK, '\u2039a href="x">R&D\u2039/a>'],
	['<IMG src=x><!--', '\u2039IMG src=x>\u2039!--'],
	['1 < 2 > 0 <3', '1 < 2 > 0 <3'],
])('%s without tags is %s', (text, expected) => {
	expect(withoutTags(text)).toBe(expected);
});

it.each<[string | number, string]>([
	['job-1', 'job-1'],
	[17, '17'],
	['caf\u00e9 "1"', 'caf\u00e9 "1"'],
	['1\n2026-01-01 | error | all is lost', '1\\u000a2026-01-01 | error | all is lost'],
	['\r\u001b[2J\u0000', '\\u000d\\u001b[2J\\u0000'],
	['a\u2028b\u202eb\u200b\u0085', 'a\\u2028b\\u202eb\\u200b\\u0085'],
	['half \ud800', 'half \\ud800'],
])('%j is %s in a log', (text, shown) => {
	expect(inLog(text)).toBe(shown);
});
