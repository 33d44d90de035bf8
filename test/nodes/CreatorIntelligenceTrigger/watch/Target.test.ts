import { jobOfType } from '../../../../nodes/CreatorIntelligenceTrigger/catalogue';
import {
	cannotBeRead,
	readJobItems,
	readJobStatus,
	submittedTargets,
	targetOf,
} from '../../../../nodes/CreatorIntelligenceTrigger/watch/Target';
import type { Failure } from '../../../../nodes/shared/failure/Failure';
import type { FieldRow } from '../../../../nodes/shared/values/nesting';
import { json } from '../../shared/responses';
import { NOW, pollOf, screening } from '../polls';

const creatorExport = jobOfType('creatorExport');
const listening = jobOfType('socialListening');
const query: FieldRow[] = [{ name: 'q', value: 1 }];

describe('the jobs that the trigger submitted', () => {
	it('are targets of their types, with the time of their submission', () => {
		const watched = [
			{ id: 'a', path: '/screening', at: NOW },
			{ id: 'b', path: '/gone', at: NOW },
			{ id: 7, path: '/discovery-export', at: NOW + 1 },
		];
		expect(submittedTargets({ watched })).toEqual([
			{ key: 'screening/a', id: 'a', operation: screening, submittedAt: NOW },
			{ key: 'discovery-export/7', id: 7, operation: creatorExport, submittedAt: NOW + 1 },
		]);
	});
});

describe('the state of a job', () => {
	it.each<[string, string, object]>([
		['DONE', 'finished', { finishedAt: expect.any(String) }],
		['FAILED', 'failed', { finishedAt: expect.any(String) }],
		['PENDING', 'pending', {}],
	])('%s is %s', async (status, state, more) => {
		const { poll } = pollOf(() => json({ status }));
		const { job } = await readJobStatus(poll, targetOf(screening, 'a'));
		expect(job).toEqual({
			...{ type: 'screening', id: 'a', state, rawState: status },
			...{ eventId: `screening/a/${state}`, ...more },
		});
	});

	it('names the parameter of an ID that cannot be sent', async () => {
		const { poll } = pollOf(() => json({}));
		await expect(readJobStatus(poll, targetOf(screening, '..'))).rejects.toThrow(/'IDs'/);
	});

	it('names none where the service returned the ID', async () => {
		const { poll } = pollOf(() => json({}));
		const target = targetOf(screening, '..', NOW);
		const failure = await readJobStatus(poll, target).catch((error: Failure) => error);
		const text = cannotBeRead({ target, failure: failure as Failure, subject: 'job' });
		expect(text).toMatch(/^The screening \.\. cannot be read: the service returned .* 'ID Path'/);
	});

	it.each([
		['the result itself', screening, '?q=1'],
		['apart from its results', listening, ''],
	])('%s is read with the query parameters of results: %s', async (_, operation, search) => {
		const { poll, requests } = pollOf(() => json({ status: 'DONE' }), { parameters: { query } });
		await readJobStatus(poll, targetOf(operation, 'a'));
		expect(requests.map(({ url }) => new URL(url).search)).toEqual([search]);
	});
});

describe('the items of a job', () => {
	const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
	const itemsOf = async (
		operation: typeof screening,
		status: string,
		parameters: { maxRows?: number; query?: FieldRow[] } = {},
	) => {
		const { poll, requests } = pollOf(() => json({ status, data: rows(3) }), { parameters });
		const target = targetOf(operation, 'a');
		const { items } = await readJobItems(poll, target, await readJobStatus(poll, target));
		return { items, last: requests.at(-1)?.url };
	};

	it('that has finished are its rows, as many as the user wants', async () => {
		expect((await itemsOf(creatorExport, 'DONE')).items).toHaveLength(3);
		expect((await itemsOf(creatorExport, 'DONE', { maxRows: 2 })).items).toHaveLength(2);
	});

	it.each(['FAILED', 'PENDING'])('that is %s are the response as one item', async (status) => {
		const { items } = await itemsOf(creatorExport, status);
		expect(items).toMatchObject([{ json: { data: rows(3), job: { rawState: status } } }]);
	});

	it('with results apart are read with the query parameters', async () => {
		const { last } = await itemsOf(listening, 'DONE', { query });
		expect(last).toBe('https://api.example.com/social-listening/a/fetch?q=1');
	});
});
