import { iso } from '../../../../nodes/shared/values/time';

it('times are written in ISO format', () => {
	expect(iso(0)).toBe('1970-01-01T00:00:00.000Z');
});
