import { authorization } from '../../../../nodes/shared/transport/exchange';

it.each([
	['abc', 'abc'],
	['  abc\n', 'abc'],
	['Bearer abc', 'Bearer abc'],
	[123, '123'],
	[undefined, ''],
])('the token %j goes out as %j, without a prefix', (token, header) => {
	expect(authorization(token)).toEqual({ Authorization: header });
});
