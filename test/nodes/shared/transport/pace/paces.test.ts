import { inspect } from 'node:util';

import { newLane, paces } from '../../../../../nodes/shared/transport/pace/Pace';
import { useVirtualClock } from '../../../../support/virtualClock';

const time = useVirtualClock();
const URL = 'https://api.example.com/v1';

it('executions with the same account share a pace', () => {
	expect(paces.of(URL, 'secret-token')).toBe(paces.of(URL, 'secret-token'));
});

it.each([
	['token', URL, 'another-token'],
	['address', 'https://api.example.org/v1', 'secret-token'],
])('another %s has a pace of its own', (_, url, token) => {
	expect(paces.of(url, token)).not.toBe(paces.of(URL, 'secret-token'));
});

it('the token is not kept', () => {
	paces.of(URL, 'secret-token');
	expect(inspect(paces, { depth: null, showHidden: true })).not.toContain('secret-token');
});

it('a pace is forgotten after ten minutes without use', async () => {
	const pace = paces.of(URL, 'secret-token');
	await time.sleep(9 * 60_000);
	expect(paces.of(URL, 'secret-token')).toBe(pace);
	await time.sleep(11 * 60_000);
	expect(paces.of(URL, 'secret-token')).not.toBe(pace);
});

it('a pace that requests wait for is not forgotten', async () => {
	const pace = paces.of(URL, 'secret-token');
	await pace.enter(newLane(0));
	await time.sleep(60 * 60_000);
	expect(paces.of(URL, 'secret-token')).toBe(pace);
});

it('no more than a hundred are kept, the latest', () => {
	const all = Array.from({ length: 250 }, (_, n) => paces.of(URL, `token ${n}`));
	expect(paces.size).toBeLessThanOrEqual(100);
	expect(paces.of(URL, 'token 249')).toBe(all[249]);
});
