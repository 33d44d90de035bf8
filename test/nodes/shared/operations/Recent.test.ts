import { Recent } from '../../../../nodes/shared/operations/Recent';
import { useVirtualClock } from '../../../support/virtualClock';

const time = useVirtualClock();

const recentOf = (maxCount = 100): Recent<string> => new Recent({ keepMs: 1_000, maxCount });

const keysOf = (recent: Recent<string>): string[] => [...recent['kept'].keys()];

/** Looks things up, and counts how often each was really asked for. */
function lookUp(recent: Recent<string>) {
	const asked: string[] = [];
	const get = async (key: string) =>
		await recent.get(key, async () => {
			asked.push(key);
			return await Promise.resolve(`${key} ${asked.length}`);
		});
	return { get, asked };
}

it('a recent request is not repeated', async () => {
	const { get, asked } = lookUp(recentOf());
	expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['a 1', 'a 1', 'b 2']);
	await time.sleep(999);
	expect(await get('a')).toBe('a 1');
	await time.sleep(1);
	expect(await get('a')).toBe('a 3');
	expect(asked).toEqual(['a', 'b', 'a']);
});

it('only the latest are kept', async () => {
	const { get, asked } = lookUp(recentOf(2));
	for (const key of ['a', 'b', 'b', 'a', 'c', 'c', 'b', 'a']) await get(key);
	expect(asked).toEqual(['a', 'b', 'c', 'a']);
});

it('an expired value is dropped, even without another request', async () => {
	const recent = recentOf();
	const { get } = lookUp(recent);
	await get('a');
	await time.sleep(500);
	await get('b');
	await time.sleep(500);
	expect(keysOf(recent)).toEqual(['b']);
	await time.sleep(500);
	expect(keysOf(recent)).toEqual([]);
});

it('a failure is not kept', async () => {
	const recent = recentOf();
	await expect(
		recent.get('a', async () => await Promise.reject(new Error('Not now'))),
	).rejects.toThrow('Not now');
	expect(await recent.get('a', async () => await Promise.resolve('Now'))).toBe('Now');
});
