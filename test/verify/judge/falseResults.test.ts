import { judge } from '../../../verify/judge/judge';
import { FALSE_REPORTS, FALSE_RESULTS, TRUE_REPORTS, TRUE_RESULTS } from './results';

it.each(FALSE_RESULTS)('objects to %s', (_, observation) => {
	const { objections, outcome } = judge(observation);
	expect(objections).not.toEqual([]);
	expect(outcome).toBe('silent');
});

it.each(FALSE_REPORTS)('objects to %s, where an error is expected', (_, observation) => {
	const { objections, outcome } = judge(observation, 'reported');
	expect(objections).not.toEqual([]);
	expect(outcome).toBe('silent');
});

it.each(TRUE_RESULTS)('accepts %s', (_, observation) => {
	expect(judge(observation)).toMatchObject({ objections: [], outcome: 'right' });
});

it.each(TRUE_REPORTS)('accepts %s, where an error is expected', (_, observation) => {
	expect(judge(observation, 'reported')).toMatchObject({ objections: [], outcome: 'told' });
});
