import { linked, markup } from '../../../../nodes/shared/report/markup';

describe('what is put into a page', () => {
	it.each<[string | number | undefined | false, string]>([
		['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
		['" onload="alert(1)', '&quot; onload=&quot;alert(1)'],
		["' `", '&#39; &#96;'],
		['a & b', 'a &amp; b'],
		['\u202egpj.exe', '\ufffdgpj.exe'],
		['\0\ud800', '\ufffd\ufffd'],
		[3.5, '3.5'],
		[undefined, ''],
		[false, ''],
	])('is escaped: %j', (value, text) => {
		expect(markup`<p>${value}</p>`.text).toBe(`<p>${text}</p>`);
	});

	it('stays as it is where it is markup already', () => {
		expect(markup`<p>${[markup`<b>${'<'}</b>`, 'x']}</p>`.text).toBe('<p><b>&lt;</b>x</p>');
	});

	it.each([
		'javascript:alert(1)',
		' javascript:alert(1)',
		'data:text/html,<script>',
		'//other.example',
		'file:///etc/passwd',
		'https://',
		'',
		undefined,
	])('is no link if it leads to %j', (address) => {
		expect(markup`${linked('text', address)}`.text).toBe('text');
	});

	it('is a link that tells the other side nothing if it leads to a web address', () => {
		const { text } = markup`${linked('a', 'https://x.example/?a="&b')}`;
		expect(text).toContain('href="https://x.example/?a=&quot;&amp;b"');
		expect(text).toContain('noreferrer');
	});
});
