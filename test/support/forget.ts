import { clock } from '../../nodes/shared/clock';
import {
	ProcessMemory,
	processMemory,
} from '../../nodes/CreatorIntelligenceTrigger/memory/ProcessMemory';
import { Limiters, limiters } from '../../nodes/shared/transport/limiter/AdaptiveLimiter';

const { id } = processMemory;

// What one test teaches about a service, or leaves in the memory of the process, is no matter of the next.
beforeEach(() => {
	Object.assign(processMemory, new ProcessMemory(), { id });
	Object.assign(limiters, new Limiters());
	clock.pausedAt = -Infinity;
});
