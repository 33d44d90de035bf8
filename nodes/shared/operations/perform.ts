import type { EndpointOperation } from '../catalogue/vocabulary';
import type { OutputItem } from '../response/outputItem';
import { Service } from '../Service';
import { callOnce } from './call';
import { dryRun } from './dryRun';
import type { ItemCall } from './ItemCall';
import { getJob, submitAndWait, submitJob } from './job';
import { ItemRequests } from './ItemRequests';
import { listRows } from './list';
import type { Run } from './Run';

export async function perform(
	run: Run,
	operation: EndpointOperation,
	item: ItemCall,
): Promise<OutputItem[]> {
	const requests = requestsOf(run, operation, item);
	const { connection, settings } = item;
	const service = new Service(connection.baseUrl, requests, settings.responseFormat);
	const own = { ...run, requests, service };
	switch (operation.kind) {
		case 'call':
			return await run.slot(() => callOnce(own, item, operation));
		case 'list':
			return await run.slot(() => listRows(own, item, operation));
		case 'submit':
			return await submitJob({ ...own, job: operation.job }, item);
		case 'get':
			return await getJob({ ...own, job: operation.job }, item);
		case 'submitAndWait':
			return await submitAndWait({ ...own, job: operation.job }, item);
	}
}

/** Says what would be sent for one item, and sends nothing. */
export function rehearse(run: Run, operation: EndpointOperation, item: ItemCall): OutputItem {
	return dryRun(run, operation, item, requestsOf(run, operation, item));
}

function requestsOf(run: Run, operation: EndpointOperation, item: ItemCall): ItemRequests {
	const { ledger, paid, hints } = run;
	const { connection, settings } = item;
	const { method, path } = operation.endpoint;
	const notAgain =
		'job' in operation
			? `The ${operation.job.noun} was not submitted again`
			: `${method} ${path} was not sent again`;
	const sender = connection.transport.sender(settings.requests);
	return new ItemRequests({ sender, ledger, paid, hints, item, notAgain });
}
