import type { Clock } from './clock';
import type { Dialect } from './dialects/dialect';
import type { Faults } from './faults/faults';
import type { RequestLog } from './requestLog';
import type { Tokens } from './rules/tokens';
import type { Service } from './service';

/** What the routes of the service and the routes that control it have in common. */
export interface Edge {
	service: Service;
	dialect: Dialect;
	clock: Clock;
	tokens: Tokens;
	faults: Faults;
	log: RequestLog;
	basePath: string;
	/** What the status page shows: the token to use, and the n8n that uses it. */
	token: string;
	n8nUrl?: string;
}
