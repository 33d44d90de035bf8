import { JobLog } from '../../../../nodes/shared/jobs/JobLog';

describe('the log of jobs', () => {
	it('returns nothing without jobs', () => {
		expect(new JobLog().describe()).toBeUndefined();
	});

	it('names every job with its item and its last state', () => {
		const log = new JobLog();
		for (let item = 0; item < 200; item++)
			log.add(item, { id: `job-${item}`, state: 'pending' }, 'response');
		log.update(7, { id: 'job-7', state: 'finished' });
		log.update(8, { id: 8, state: 'failed' });
		const text = log.describe() ?? '';
		for (let item = 0; item < 200; item++) {
			if (item !== 8) expect(text).toContain(`job-${item} (item ${item}, `);
		}
		expect(text).toContain('job-7 (item 7, finished)');
		expect(text).toContain('8 (item 8, failed)');
		expect(text).not.toContain('item 7, pending');
	});
});

it('a job is written to the log of n8n once, as n8n may discard the execution', () => {
	const lines: string[] = [];
	const log = new JobLog({ info: (line: string) => lines.push(line) });
	log.add(0, { id: 'job-1', state: 'pending' }, 'response');
	log.update(0, { id: 'job-1', state: 'finished' });
	log.add(1, { id: 'a\nb', state: 'pending' }, 'response');
	log.add(2, { id: 'job-3', state: 'pending' }, 'earlierTry');
	expect(lines).toEqual([
		'Submitted the job job-1 for item 0',
		'Submitted the job a\\u000ab for item 1',
		'Found the earlier job job-3 for item 2',
	]);
});
