import type { INodeParameters, WorkflowActivateMode } from 'n8n-workflow';

import { clock } from '../../../nodes/shared/clock';
import type { PollCall } from '../../support/poll';
import { binaryDataService } from '../../engine/binary';
import { idIn, submitting, useScriptedService, type Answers } from './scriptedService';
import { jobOf, newProcess, type Trigger } from './trigger';

const service = useScriptedService();
beforeEach(newProcess);

/** Two jobs that the trigger submitted, and a request that is due. */
const staticData = {
	submissions: {
		requestFingerprint: 'earlier',
		last: 1,
		watched: ['a', 'b'].map((id) => ({ id, path: '/screening', at: 1 })),
	},
};
const reject =
	(status: number): Answers['status'] =>
	async (_, reply) =>
		await reply.code(status).send({ message: `Status ${status}` });
const wrongToken = expect.stringContaining('did not accept the API token');

/** What comes of each poll: the jobs that were emitted, or the message of the error. */
async function outcomesOf(trigger: Trigger, polls: number, call?: PollCall): Promise<string[]> {
	const lines: string[] = [];
	for (let count = 0; count < polls; count++) {
		const { items, error } = await trigger.poll(call);
		const jobs = items?.flat().map(({ json }) => String(jobOf(json).id));
		lines.push(error?.message ?? jobs?.join() ?? 'nothing');
	}
	return lines;
}

describe('an error and items of one poll', () => {
	const unknown = expect.stringContaining('may have been submitted, but its ID is unknown');
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
		const trigger = service.trigger(submitting(), { staticData });
		const lines: string[] = [];
		for (polls = 1; polls <= 4; polls++) lines.push(...(await outcomesOf(trigger, 1)));
		expect(lines).toEqual(expected);
		expect(service.submitted()).toBe(1);
	});

	it('and an error of a later poll are reported one after the other', async () => {
		service.answers.submit = reject(500);
		const trigger = service.trigger(submitting(), { staticData });
		expect(await outcomesOf(trigger, 1)).toEqual(['null']);
		service.answers.status = reject(401);
		expect(await outcomesOf(trigger, 3)).toEqual([unknown, wrongToken, 'nothing']);
	});
});

describe('an error', () => {
	it('is reported once, and again after it was gone', async () => {
		const trigger = service.trigger({ ids: 'a' });
		await trigger.poll();
		const lines: string[] = [];
		for (const isWrong of [true, true, false, true]) {
			service.answers.status = isWrong ? reject(401) : () => ({ status: 'PENDING' });
			lines.push(...(await outcomesOf(trigger, 1)));
		}
		expect(lines).toEqual([wrongToken, 'nothing', 'nothing', wrongToken]);
	});

	it.each<[WorkflowActivateMode, string, INodeParameters]>([
		['init', 'of the token', { ids: 'a' }],
		['leadershipChange', 'of the token', { ids: 'a' }],
		['init', 'of an ID', { ids: 'unknown' }],
		['init', 'of the parameters', { ids: '' }],
	])(
		'while n8n starts (%s) is logged, and reported by the next poll: %s',
		async (activation, _, parameters) => {
			service.answers.status = (request, reply) =>
				reject(idIn(request) === 'a' ? 401 : 404)(request, reply);
			const trigger = service.trigger(parameters);
			const isOfOne = parameters.ids === 'unknown';
			expect(await outcomesOf(trigger, 1, { activation })).toEqual(['nothing']);
			const [next] = await outcomesOf(trigger, 1, { activation });
			expect(next === 'nothing').toBe(isOfOne);
		},
	);

	it('of an ID is no error of an activation where polls come from a queue', async () => {
		service.answers.status = reject(404);
		expect(await outcomesOf(service.trigger({ ids: 'x' }, { isFromQueue: true }), 2)).toEqual([
			'nothing',
			'nothing',
		]);
		newProcess();
		expect(await outcomesOf(service.trigger({ ids: 'x' }), 1)).toEqual([
			expect.stringContaining('The screening x cannot be read: '),
		]);
	});

	it('of a setting that does not match one of the results waits for the poll after the activation', async () => {
		service.answers.status = (request) => ({ status: idIn(request) === 'a' ? 'DONE' : 'PENDING' });
		const trigger = service.trigger({ ids: 'a, b', options: { rowsPath: 'nowhere' } });
		const mistake = expect.stringContaining("There is no list at 'nowhere'");
		expect(await outcomesOf(trigger, 3)).toEqual(['nothing', mistake, 'nothing']);
	});
});

it('a job whose file n8n cannot store is emitted by the next poll', async () => {
	const trigger = service.trigger({ ids: 'a', options: { downloadFile: true } });
	await trigger.poll();
	const download_url = `${service.server.url}/screening/a/contents`;
	service.answers.status = () => ({ status: 'DONE', download_url });
	service.answers.contents = async (_, reply) =>
		await reply.type('application/pdf').send(Buffer.from('%PDF-1.7'));
	const full = jest.spyOn(await binaryDataService(), 'store').mockRejectedValue(new Error('Full'));
	expect((await trigger.poll()).error?.message).toBe('n8n could not store the file');
	full.mockRestore();
	expect(await outcomesOf(trigger, 1)).toEqual(['a']);
});

describe('the log', () => {
	const logged = async (trigger: Trigger, polls: number, text: string) => {
		const counts: number[] = [];
		for (let count = 0; count < polls; count++) {
			const { logs } = await trigger.poll({ activation: 'init' });
			counts.push(logs.filter(({ message }) => message.includes(text)).length);
		}
		return counts;
	};

	it('names a job that cannot be read once, and again after the workflow is published', async () => {
		service.answers.status = reject(404);
		const trigger = service.trigger({ ids: 'x' });
		const text = 'The screening x cannot be read: ';
		expect(await logged(trigger, 2, text)).toEqual([1, 0]);
		trigger.reactivate();
		expect(await logged(trigger, 2, text)).toEqual([1, 0]);
	});

	it('has the hints of a result', async () => {
		service.answers.status = () => ({ status: 'DONE' });
		expect(await logged(service.trigger({ ids: 'x' }), 1, 'found no risk rating')).toEqual([1]);
	});
});

describe('the state', () => {});

it.each<[string, INodeParameters, number]>([
	['watches', { ids: 'a' }, 1],
	['submits', submitting(), 2],
])(
	'a trigger that %s jobs has as many outputs as its panel shows',
	async (_, parameters, outputs) => {
		service.answers.status = () => ({ status: 'DONE' });
		expect((await service.trigger(parameters).poll()).items).toHaveLength(outputs);
	},
);

it('a poll that took too long does not emit what the next one has emitted', async () => {
	const trigger = service.trigger({ ids: 'a' });
	await trigger.poll();
	let release: () => void = () => undefined;
	let isReading = false;
	service.answers.status = async () => {
		isReading = true;
		await new Promise<void>((resolve) => {
			release = resolve;
		});
		return { status: 'DONE' };
	};
	const after = jest.spyOn(clock, 'after');
	const hanging = trigger.poll();
	while (!isReading) await new Promise(setImmediate);
	service.answers.status = () => ({ status: 'DONE' });
	after.mock.calls.find(([ms]) => ms === 55_000)?.[1]();
	expect(await outcomesOf(trigger, 1)).toEqual(['a']);
	after.mockRestore();
	release();
	expect((await hanging).items).toBeNull();
	expect(trigger.finished).toHaveLength(1);
	expect(await outcomesOf(trigger, 2)).toEqual(['', 'nothing']);
});

it('the contract of the credential reads the results', async () => {
	service.answers.status = () => ({ status: 'DONE', own: { verdict: 'ODD' } });
	const responseContract = JSON.stringify({
		version: 1,
		endpoints: { 'GET /screening/{id}': { rating: 'own.verdict' } },
	});
	const { json } = await service.trigger({ ids: 'a' }, { credential: { responseContract } }).poll();
	expect(json).toMatchObject([{ riskRating: 'ODD' }]);
});
