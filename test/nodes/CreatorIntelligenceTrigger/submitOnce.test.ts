import type { INodeParameters } from 'n8n-workflow';

import { submitting, useScriptedService } from './scriptedService';
import { jobOf, newProcess } from './trigger';

const service = useScriptedService();
beforeEach(newProcess);

describe('the same request, with changes that are not submitted', () => {
	const row = (id: string, name: string, value: string | number, type = 'string') => ({
		id,
		name,
		type,
		value,
	});
	const fields = (...assignments: Array<ReturnType<typeof row>>): INodeParameters =>
		submitting({ bodyMode: 'fields', bodyFields: { assignments } });
	const query = (name: string): INodeParameters => ({
		sendQuery: true,
		query: { assignments: [row('q', name, '1')] },
	});

	it.each<[string, INodeParameters, INodeParameters]>([
		[
			'a Query Parameter, which only the reading of the result uses',
			submitting(query('mistake')),
			submitting(query('corrected')),
		],
		[
			'a row that was removed and entered again',
			fields(row('1', 'profile_url', 'x'), row('2', 'depth', 3, 'number')),
			fields(row('2', 'depth', 3, 'number'), row('3', 'profile_url', 'x')),
		],
		[
			'an empty row more',
			fields(row('1', 'profile_url', 'x')),
			fields(row('1', 'profile_url', 'x'), row('2', '', ''), row('3', 'depth', '', 'number')),
		],
		[
			'spaces around a name',
			fields(row('1', 'profile_url', 'x')),
			fields(row('1', ' profile_url ', 'x')),
		],
		[
			'the layout of the JSON',
			submitting(),
			submitting({ bodyJson: '{\n  "profile_url": "x"\n}' }),
		],
		[
			'the order of fields in the JSON',
			submitting({ bodyJson: '{"a":{"b":1,"c":2},"d":3}' }),
			submitting({ bodyJson: '{"d":3,"a":{"c":2,"b":1}}' }),
		],
		[
			'what is left of another body mode',
			submitting(),
			submitting({ bodyFields: { assignments: [row('1', 'other', 'y')] } }),
		],
		[
			'the default body mode, written out',
			{ ...fields(row('1', 'profile_url', 'x')), bodyMode: undefined } as INodeParameters,
			fields(row('1', 'profile_url', 'x')),
		],
	])('a change of %s does not submit it again', async (_, first, second) => {
		const trigger = service.trigger(first);
		await trigger.poll();
		expect(service.submitted()).toBe(1);
		trigger.reactivate({ event: 'jobFinished', jobType: 'screening', ...second });
		for (let polls = 0; polls < 3; polls++) {
			expect((await trigger.poll()).error).toBeUndefined();
		}
		expect(service.submitted()).toBe(1);
	});

	it.each<[string, INodeParameters, INodeParameters]>([
		['a value', fields(row('1', 'a', 'x')), fields(row('1', 'a', 'y'))],
		['a type', fields(row('1', 'a', '1')), fields(row('1', 'a', '1', 'number'))],
		['a name', fields(row('1', 'a', 'x')), fields(row('1', 'b', 'x'))],
		['the JSON', submitting(), submitting({ bodyJson: '{"profile_url":"y"}' })],
		[
			'the order of a list in the JSON',
			submitting({ bodyJson: '{"a":[1,2]}' }),
			submitting({ bodyJson: '{"a":[2,1]}' }),
		],
	])('a change of %s is another request', async (_, first, second) => {
		const trigger = service.trigger(first);
		await trigger.poll();
		trigger.reactivate({ event: 'jobFinished', jobType: 'screening', ...second });
		await trigger.poll();
		expect(service.submitted()).toBe(2);
	});
});

describe('the dictionary request of the trigger', () => {
	it.each([400, 402, 403, 404, 405, 410, 422])(
		'with the status %d does not stop it',
		async (code) => {
			service.answers.dictionary = async (_, reply) =>
				await reply.code(code).send({ message: 'Not in your plan' });
			const trigger = service.trigger(submitting({ options: {} }));
			for (let polls = 0; polls < 3; polls++) {
				expect((await trigger.poll()).error).toBeUndefined();
			}
			expect(service.submitted()).toBe(1);
			expect(trigger.submitted.map((json) => jobOf(json).id)).toEqual(['job-1']);
		},
	);

	it('with the status 401 reports the token, and nothing is submitted', async () => {
		service.answers.dictionary = async (_, reply) => await reply.code(401).send();
		const trigger = service.trigger(submitting());
		expect((await trigger.poll()).error?.message).toMatch(/did not accept the API token/);
		expect(service.submitted()).toBe(0);
	});

	it.each([429, 500, 503])('with the status %d: the request waits', async (code) => {
		service.answers.dictionary = async (_, reply) => await reply.code(code).send();
		const trigger = service.trigger(submitting());
		expect((await trigger.poll()).error).toBeUndefined();
		expect(service.submitted()).toBe(0);
		service.answers.dictionary = () => ({});
		await trigger.poll();
		expect(service.submitted()).toBe(1);
	});

	it.each([402, 403])('a submission with the status %d is reported', async (code) => {
		const rejection = async (_: unknown, reply: { code: (code: number) => { send(): unknown } }) =>
			await reply.code(code).send();
		Object.assign(service.answers, { dictionary: rejection, submit: rejection });
		const trigger = service.trigger(submitting());
		expect((await trigger.poll()).error?.message).toMatch(/POST \/screening/);
	});
});
