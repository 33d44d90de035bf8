import { judge } from '../../../verify/judge/judge';
import { FALSE_RESULTS, TRUE_REPORTS, TRUE_RESULTS } from './results';

it.each(FALSE_RESULTS)('objects to %s', (_, observation) => {
	expect(judge(observation).objections).not.toEqual([]);
	expect(judge(observation, 'reported').objections).not.toEqual([]);
});

it.each(TRUE_RESULTS)('accepts %s', (_, observation) => {
	expect(judge(observation).objections).toEqual([]);
});

it.each(TRUE_REPORTS)('accepts %s, where an error is expected', (_, observation) => {
	expect(judge(observation).objections).not.toEqual([]);
	expect(judge(observation, 'reported').objections).toEqual([]);
});
