import { day, daysBetween, month, utcTime } from '../../../../nodes/shared/values/dates';

it.each([
	['2026-03-07T23:00:00Z', '7 Mar 2026', 'Mar 2026'],
	['2026-03-01T00:30:00+0000', '1 Mar 2026', 'Mar 2026'],
	['Sun, 01 Mar 2026 00:30:00 GMT', '1 Mar 2026', 'Mar 2026'],
	['2026-12-31', '31 Dec 2026', 'Dec 2026'],
	['2026-03', 'Mar 2026', 'Mar 2026'],
	['March 2026', 'Mar 2026', 'Mar 2026'],
	['2026', '2026', '2026'],
	['soon', 'soon', 'soon'],
	['01.03.2026', '01.03.2026', '01.03.2026'],
])('the date %j reads %j, and its month %j', (date, text, ofMonth) => {
	expect([day(date), month(date)]).toEqual([text, ofMonth]);
});

it.each(['01/03/2026', '1-3-26', '13.03.2026', 'soon'])('%j is no date that is certain', (date) => {
	expect(utcTime(date)).toBeUndefined();
});

it('times are the days from the first to the last', () => {
	const at = (date: string) => Date.parse(date);
	expect(daysBetween([])).toBeUndefined();
	expect(daysBetween([at('2026-03-07T01:00Z'), at('2026-03-07T23:00Z')])).toBe('7 Mar 2026');
	expect(daysBetween([at('2026-03-07'), at('2026-01-02')])).toBe('2 Jan 2026 to 7 Mar 2026');
});
