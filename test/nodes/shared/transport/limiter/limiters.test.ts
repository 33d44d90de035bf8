import { inspect } from 'node:util';

import {
	ClientQueue,
	limiters,
} from '../../../../../nodes/shared/transport/limiter/AdaptiveLimiter';
import { useVirtualClock } from '../../../../support/virtualClock';

const time = useVirtualClock();
const URL = 'https://api.example.com/v1';

it('executions with the same account share a limiter', () => {
	expect(limiters.of(URL, 'secret-token')).toBe(limiters.of(URL, 'secret-token'));
});

it.each([
	['token', URL, 'another-token'],
	['address', 'https://api.example.org/v1', 'secret-token'],
])('another %s has its own limiter', (_, url, token) => {
	expect(limiters.of(url, token)).not.toBe(limiters.of(URL, 'secret-token'));
});

it('the token is not stored', () => {
	limiters.of(URL, 'secret-token');
	expect(inspect(limiters, { depth: null, showHidden: true })).not.toContain('secret-token');
});

it('a limiter is dropped after ten minutes without use', async () => {
	const limiter = limiters.of(URL, 'secret-token');
	await time.sleep(9 * 60_000);
	expect(limiters.of(URL, 'secret-token')).toBe(limiter);
	await time.sleep(11 * 60_000);
	expect(limiters.of(URL, 'secret-token')).not.toBe(limiter);
});

it('a limiter that requests wait for is not dropped', async () => {
	const limiter = limiters.of(URL, 'secret-token');
	await limiter.enter(new ClientQueue(0));
	await time.sleep(60 * 60_000);
	expect(limiters.of(URL, 'secret-token')).toBe(limiter);
});

it('only the latest hundred are kept', () => {
	const all = Array.from({ length: 250 }, (_, n) => limiters.of(URL, `token ${n}`));
	expect(
		inspect(limiters, { depth: 2, maxArrayLength: null }).match(/AdaptiveLimiter/g),
	).toHaveLength(100);
	expect(limiters.of(URL, 'token 249')).toBe(all[249]);
});
