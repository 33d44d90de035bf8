import { limiters } from '../../nodes/shared/transport/limiter/AdaptiveLimiter';

// What one test teaches about a service is no matter of the next.
beforeEach(() => limiters.clear());
