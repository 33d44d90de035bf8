import { useProcessedStore } from '../support/processed';
import { files, readConversations } from './support/format';
import { play } from './support/play';
import { ScriptedService } from './support/service';

useProcessedStore();

let service: ScriptedService;
beforeAll(async () => {
	service = await ScriptedService.start();
});
afterAll(async () => await service.close());

describe.each(files)('%s', (file) => {
	it.each(readConversations(file).map((each) => [each.name, each] as const))(
		'%s',
		async (_, conversation) => {
			const verdicts = await play(conversation, service);
			const faults = verdicts.flatMap(({ result, objections }, at) =>
				objections.map((objection) => `step ${at + 1}, ${result}: ${objection}`),
			);
			expect(faults).toEqual([]);
		},
	);
});
