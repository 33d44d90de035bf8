import { createRedact } from '../../../../nodes/shared/transport/redact';

describe('the token in an answer', () => {
	it('is taken out wherever it stands', () => {
		expect(createRedact('secret-1')('a secret-1, secret%2D1 and secret\\u002d1')).toBe(
			'a [token removed], [token removed] and [token removed]',
		);
	});

	it('is read literally, whatever it looks like', () => {
		const redact = createRedact('a.b*c(d)$[e]\\');
		expect(redact('a.b*c(d)$[e]\\')).toBe('[token removed]');
		expect(redact('aXbbbcd')).toBe('aXbbbcd');
	});

	it.each([undefined, 42, '', 'short'])('%p is not looked for', (token) => {
		expect(createRedact(token)('42 short undefined')).toBe('42 short undefined');
	});
});
