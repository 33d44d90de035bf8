import { Session } from '../../../../nodes/CreatorIntelligenceTrigger/session/Session';
import { newClientQueue } from '../../../../nodes/shared/transport/limiter/AdaptiveLimiter';
import { Service } from '../../../../nodes/shared/Service';
import { settingsOf } from '../../../support/options';

const service = new Service(
	'https://api.example.com',
	{ send: async () => await Promise.reject(new Error('Nothing is sent here')) },
	'auto',
);

/** A session that sends nothing, and what ends it. */
export function sessionOf({ maxConcurrency = 50, isShort = false } = {}) {
	const ended = new AbortController();
	const settings = settingsOf({ maxConcurrency });
	return { session: new Session(service, newClientQueue(0), settings, ended, isShort), ended };
}
