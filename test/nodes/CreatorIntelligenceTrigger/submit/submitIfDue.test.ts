import { JOB_OPERATIONS } from '../../../../nodes/CreatorIntelligenceTrigger/catalogue';
import { TriggerMemory } from '../../../../nodes/CreatorIntelligenceTrigger/memory/process/ProcessMemory';
import { IDS_LABELS } from '../../../../nodes/CreatorIntelligenceTrigger/parameters/ids';
import { Session, type Poll } from '../../../../nodes/CreatorIntelligenceTrigger/session/Session';
import { submitIfDue } from '../../../../nodes/CreatorIntelligenceTrigger/submit/submitIfDue';
import type { ServiceRequest } from '../../../../nodes/shared/http/types';
import { Service } from '../../../../nodes/shared/Service';
import { newClientQueue } from '../../../../nodes/shared/transport/limiter/AdaptiveLimiter';
import { settingsOf } from '../../../support/options';
import { json } from '../../shared/responses';

const [operation] = JOB_OPERATIONS;
if (operation === undefined) throw new Error('There are no jobs');

it('a poll that takes the place of one that hangs does not send its request again', async () => {
	const posts: ServiceRequest[] = [];
	const service = new Service(
		'https://api.example.com',
		{
			send: async (request, read) => {
				if (request.method === 'GET') return await read(json({}));
				posts.push(request);
				return posts.length > 1
					? await read(json({ id: 'a' }))
					: await new Promise(() => undefined);
			},
		},
		'auto',
	);
	const settings = settingsOf({ emptyExecutions: false });
	const poll: Poll = {
		session: new Session(service, newClientQueue(0), settings, new AbortController(), false),
		parameters: {
			...{ event: 'jobFinished', outcome: 'any', operation, idsLabel: IDS_LABELS.jobFinished },
			...{ ids: [], query: [], maxRows: Infinity, emitFirst: false, settings },
			submission: { operation, body: {}, scope: 's', requestFingerprint: 'r', intervalMs: 60_000 },
		},
		state: {
			jobs: { path: '', emitted: [] },
			submissions: { watched: [] },
			screenings: { seen: new Map(), before: new Map() },
		},
		memory: new TriggerMemory(),
		now: 1_000,
		isActivation: false,
		isFromQueue: false,
	};
	void submitIfDue(poll);
	while (posts.length === 0) await new Promise(setImmediate);
	const { items } = await submitIfDue(poll);
	expect(posts).toHaveLength(1);
	expect(items[0]?.json.job).toMatchObject({ id: null, state: 'pending' });
});
