import { onOneLine } from '../../../../nodes/shared/values/onOneLine';

it.each([
	['job-1', 'job-1'],
	['ä 漢 👍', 'ä 漢 👍'],
	['a\nfake line', 'a\\u000afake line'],
	['a\r\u001b[31mred', 'a\\u000d\\u001b[31mred'],
	['a\u2028b\u202ec', 'a\\u2028b\\u202ec'],
])('%j is written as %s', (text, written) => {
	expect(onOneLine(text)).toBe(written);
});
