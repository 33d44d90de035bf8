import type { IDataObject } from 'n8n-workflow';

import { N8nClient } from '../../../scripts/n8n/client';
import { scenarios, type Scene } from '../../../verify/crashes/scenarios';
import { asker } from '../../../verify/harness/service';

const n8n = new N8nClient('http://n8n.invalid');
const credential = { id: '1', name: 'Sandbox', type: '' };
const control = { settles: async () => undefined, record: async () => undefined };

let scene: Scene;

async function open(id: string): Promise<Scene> {
	const scenario = scenarios.find((each) => each.id === id);
	if (scenario === undefined) throw new Error(`There is no scenario ${id}`);
	return (scene = await scenario.open());
}

beforeEach(() => {
	jest.spyOn(n8n, 'activate').mockResolvedValue();
	jest.spyOn(n8n, 'createWorkflow').mockImplementation(async (document) => ({
		...document,
		id: '1',
		versionId: '',
		active: false,
	}));
});

afterEach(async () => {
	jest.restoreAllMocks();
	await scene.sandbox.close();
});

it('a job that has finished is correct if the item contains all that the service has', async () => {
	const { sandbox, first, begin, eventOf } = await open('finished');
	await begin(n8n, credential, control);
	const path = first.replace('GET ', '');
	const job = { eventId: `${path.slice(1)}/finished` };
	const item = { ...(await asker(sandbox)(path)), job };
	expect(await eventOf(item, [])).toEqual({ eventId: job.eventId, isRight: true });
	expect(await eventOf({ ...item, profile_url: 'another one' }, [])).toMatchObject({
		isRight: false,
	});
	expect(await eventOf({ ...item, job: { eventId: 'screening/0/finished' } }, [])).toMatchObject({
		isRight: false,
	});
});

it('a screening that has changed is correct if the added items are those of the service', async () => {
	const { sandbox, first, begin, eventOf } = await open('changed');
	const flagged = async () => {
		const { data } = await asker(sandbox)(`${first.replace('GET ', '')}/contents?limit=100`);
		return data as IDataObject[];
	};
	const before = new Set((await flagged()).map(({ id }) => id));
	await begin(n8n, credential, control);
	const added = (await flagged()).filter(({ id }) => !before.has(id));
	expect(added).toHaveLength(1);
	const isRight = async (changed: IDataObject) => {
		const event = await eventOf({ job: { eventId: 'e' }, changed }, []);
		return event.isRight;
	};
	expect(await isRight({ added, removed: [] })).toBe(true);
	expect(await isRight({ added: [{ ...added[0], caption: 'another one' }], removed: [] })).toBe(
		false,
	);
	expect(await isRight({ added: [], removed: [] })).toBe(false);
	expect(await isRight({ added, removed: [{ id: '1' }] })).toBe(false);
});
