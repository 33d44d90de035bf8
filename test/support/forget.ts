import { paces } from '../../nodes/shared/transport/pace/Pace';

// What one test teaches about a service is no matter of the next.
beforeEach(() => paces.clear());
