import { judge } from '../../../verify/judge/judge';
import { FALSE_RESULTS, TRUE_RESULTS } from './results';

it.each(FALSE_RESULTS)('objects to $what', ({ observation, expectation }) => {
	const { objections, outcome } = judge(observation, expectation);
	expect(objections).not.toEqual([]);
	expect(outcome).toBe('silent');
});

it.each(TRUE_RESULTS)('accepts $what', ({ observation, expectation, outcome }) => {
	expect(judge(observation, expectation)).toMatchObject({ objections: [], outcome });
});
