import type { Operation } from '../catalogue/vocabulary';
import type { OutputItem } from '../response/outputItem';
import { callOnce } from './call';
import type { ItemCall } from './ItemCall';
import { getJob, submitAndWait, submitJob } from './job';
import { listRows } from './list';
import type { Run } from './Run';

/** Does what an operation of the catalogue says, for one item. */
export async function perform(
	run: Run,
	operation: Operation,
	item: ItemCall,
): Promise<OutputItem[]> {
	switch (operation.kind) {
		case 'call':
			return await run.slot(() => callOnce(run, item, { document: operation.document }));
		case 'list':
			return await run.slot(() => listRows(run, item));
		case 'submit':
			return await submitJob({ ...run, job: operation.job }, item);
		case 'get':
			return await getJob({ ...run, job: operation.job }, item);
		case 'submitAndWait':
			return await submitAndWait({ ...run, job: operation.job }, item);
	}
}
