import { judged, ratingTone, riskOf, sentimentTone } from '../../../../nodes/shared/report/tones';

it.each([
	['LOW', 'good', 'low risk'],
	['no risk', 'good', 'clear'],
	['passed', 'good', 'clear'],
	['very_low', 'good', 'very low risk'],
	['VERY_HIGH_RISK', 'poor', 'very high risk'],
	['Moderate', 'fair', 'moderate risk'],
	['lower', 'accent', 'lower risk'],
	['LOW_TO_MEDIUM', 'fair', 'low to medium risk'],
	['rejected', 'poor', 'rated rejected'],
	['denied', 'poor', 'rated denied'],
	['clear violation', 'accent', 'rated clear violation'],
	['no data', 'accent', undefined],
	['N/A', 'accent', undefined],
	['UNKNOWN', 'accent', undefined],
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
	['VERY_POSITIVE', 'good'],
	['slightly positive', 'good'],
	['very negative', 'poor'],
	['strongly_negative', 'poor'],
	['not positive', 'quiet'],
	['non_negative', 'quiet'],
	['nonnegative', 'quiet'],
	['neutral to positive', 'quiet'],
	['positive and negative', 'quiet'],
])('the sentiment %s is %s', (word, tone) => {
	expect(sentimentTone(word)).toBe(tone);
});

it('a level holds from its value on', () => {
	const levels: Parameters<typeof judged>[1] = [
		[10, 'much', 'poor'],
		[0, 'little', 'good'],
	];
	const textOf = (value?: number) => judged(value, levels, (word, of) => `${word}: ${of}`)?.text;
	expect([11, 9.99, 9, -1, undefined].map(textOf)).toEqual([
		'much: 11.',
		'much: 9.99.',
		'little: 9.',
		undefined,
		undefined,
	]);
});
