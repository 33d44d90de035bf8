import { linked, markup } from '../../../../nodes/shared/report/markup';

describe('text in a page', () => {
	it.each<[string | number | undefined | false, string]>([
		['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
		['" onload="alert(1)', '&quot; onload=&quot;alert(1)'],
		["' `", '&#39; &#96;'],
		['a & b', 'a &amp; b'],
		['\u202egpj.exe', '\ufffdgpj.exe'],
		['\u202a\u2066\u2069', '\ufffd\ufffd\ufffd'],
		['\0\ud800', '\ufffd\ufffd'],
		['\x1b[1m\x7f\x85', '\ufffd[1m\ufffd\ufffd'],
		['a\tb\r\nc', 'a\tb\r\nc'],
		['\u{1f600} \u00e9 \u0414', '\u{1f600} \u00e9 \u0414'],
		[3.5, '3.5'],
		[0, '0'],
		[undefined, ''],
		[false, ''],
	])('is escaped: %j', (value, text) => {
		expect(markup`<p>${value}</p>`.text).toBe(`<p>${text}</p>`);
	});

	it('stays unchanged where it is markup already', () => {
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
	])('is no link if the URL is %j', (address) => {
		expect(markup`${linked('text', address)}`.text).toBe('text');
	});

	it('is a link without referrer if the URL is a web address', () => {
		expect(markup`${linked('<a>', 'https://x.example/?a="&b')}`.text).toBe(
			'<a href="https://x.example/?a=&quot;&amp;b" rel="noopener noreferrer nofollow" target="_blank">&lt;a&gt;</a>',
		);
	});
});
