import { idIn, submitting, useScriptedService } from '../scriptedService';
import { jobOf, newProcess, type Trigger } from '../trigger';

const service = useScriptedService();
beforeEach(newProcess);

/** What comes of each poll: the jobs that were emitted, or the message of the error. */
async function told(trigger: Trigger, polls: number): Promise<string[]> {
	const lines: string[] = [];
	for (let count = 0; count < polls; count++) {
		const { items, error } = await trigger.poll();
		const jobs = items?.flat().map(({ json }) => String(jobOf(json).id));
		lines.push(error?.message ?? jobs?.join() ?? 'nothing');
	}
	return lines;
}

describe('an error and items of one poll', () => {
	const unknown = expect.stringContaining('may have been submitted, but its ID is unknown');
	const submissions = {
		requestFingerprint: 'earlier',
		last: 1,
		watched: ['a', 'b'].map((id) => ({ id, path: '/screening', at: 1 })),
	};

	it.each<[string, string[], unknown[]]>([
		['at the next poll', [], ['null', unknown, 'nothing', 'nothing']],
		['after one more with items', ['a'], ['null', 'a', unknown, 'nothing']],
		['after two more with items', ['a', 'b'], ['null', 'a', 'b', unknown]],
	])('are both reported, the error %s', async (_, finished, expected) => {
		service.answers.submit = async (_request, reply) => await reply.code(500).send();
		let polls = 0;
		service.answers.status = (request) => ({
			// One more job has finished at each poll after the first.
			status: finished.slice(0, polls - 1).includes(idIn(request)) ? 'DONE' : 'PENDING',
		});
		const trigger = service.trigger(submitting(), { staticData: { submissions } });
		const lines: string[] = [];
		for (polls = 1; polls <= 4; polls++) lines.push(...(await told(trigger, 1)));
		expect(lines).toEqual(expected);
		expect(service.submitted()).toBe(1);
	});
});
