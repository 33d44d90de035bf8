import { type Seen, verdictOf } from '../../../verify/crashes/verdict';

const event = { eventId: 'screening/1/finished', isRight: true };
const other = { eventId: 'screening/2/finished', isRight: true };
const job = { kind: 'job', id: '1' } as const;
const text = 'It may have been submitted. Check with the service.';
const doubt = { kind: 'doubt', text } as const;

const seen: Seen = { jobs: [], finished: [event], submitted: [], crashed: [] };

it.each<[string, Partial<Seen>, object]>([
	['an event that was returned', {}, { right: 1, lost: 0, repeated: 0 }],
	['an event that was returned twice', { finished: [event, event] }, { right: 1, repeated: 1 }],
	[
		'a job that was told of twice, and its result',
		{ jobs: ['1'], submitted: [job, job] },
		{ repeated: 1, doubled: 0 },
	],
	[
		'a doubt about a job that the service has',
		{ jobs: ['1'], finished: [], submitted: [doubt] },
		{ isInDoubt: true, lost: 0, doubled: 0 },
	],
	[
		'a doubt about a job that never was',
		{ finished: [], submitted: [doubt, doubt] },
		{ isInDoubt: true, repeated: 1 },
	],
	[
		'an event that a crashed execution holds',
		{ finished: [], crashed: [event] },
		{ right: 0, crashed: 1, lost: 0 },
	],
	[
		'an event that was returned again after its execution crashed',
		{ crashed: [event] },
		{ right: 1, crashed: 0, lost: 0 },
	],
	['a result of a job that was not told of', { jobs: ['1'], submitted: [] }, { right: 1, lost: 0 }],
])('%s is as expected', (_, given, counts) => {
	expect(verdictOf({ ...seen, ...given })).toMatchObject({ ...counts, objections: [] });
});

it.each<[string, Partial<Seen>, string[]]>([
	['nothing', { finished: [] }, ['1 lost']],
	['nothing of a job', { jobs: ['1'], finished: [] }, ['1 lost', '1 unsaid']],
	[
		'an event whose content is another one when it comes again',
		{ finished: [event, { ...event, isRight: false }] },
		['1 wrong'],
	],
	['an event three times', { finished: [event, event, event] }, ['2 repeated']],
	['a second event', { finished: [event, other] }, ['1 wrong']],
	['an event that is not what happened', { finished: [{ ...event, isRight: false }] }, ['1 wrong']],
	['a second paid request', { jobs: ['1', '2'], submitted: [job] }, ['1 doubled']],
	['a job that the service does not have', { submitted: [job] }, ['1 wrong']],
	['an item without a job or a reason', { submitted: [{ kind: 'nothing' }] }, ['1 wrong']],
	['what nobody can tell', { finished: [], problem: 'It has not polled' }, ['It has not polled']],
	[
		'a doubt about a job whose result was returned',
		{ jobs: ['1'], submitted: [doubt] },
		['1 wrong'],
	],
	[
		'a doubt about a job that was named',
		{ jobs: ['1'], finished: [], submitted: [doubt, job] },
		['in doubt, although the job is known'],
	],
])('%s is not', (_, given, objections) => {
	const all = verdictOf({ ...seen, ...given }).objections;
	expect(all.map((each) => each.split(':')[0])).toEqual(objections);
});
