import { levelOf, ratingTone, riskOf, sentimentTone } from '../../../../nodes/shared/report/tones';

it.each([
	['LOW', 'good', 'low risk'],
	['no risk', 'good', 'clear'],
	['passed', 'good', 'clear'],
	['very_low', 'good', 'very low risk'],
	['VERY_HIGH_RISK', 'poor', 'very high risk'],
	['Moderate', 'fair', 'moderate risk'],
	['lower', 'accent', 'lower risk'],
	// With some services a high number is good, with others it is not.
	[87, 'accent', undefined],
	[undefined, 'accent', undefined],
])('the rating %j is %s: %j', (rating, tone, risk) => {
	expect([ratingTone(rating), riskOf(rating)]).toEqual([tone, risk]);
});

it.each([
	['POSITIVE', 'good'],
	['neg', 'poor'],
	['Neutral', 'quiet'],
	['mixed', 'quiet'],
])('the sentiment %s is %s', (word, tone) => {
	expect(sentimentTone(word)).toBe(tone);
});

it('a level holds from its value on', () => {
	const levels: Parameters<typeof levelOf>[1] = [
		[10, 'much', 'poor'],
		[0, 'little', 'good'],
	];
	expect([11, 10, 9, -1].map((value) => levelOf(value, levels).word)).toEqual([
		'much',
		'much',
		'little',
		'',
	]);
});
