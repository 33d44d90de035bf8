import { Recent } from '../../../../nodes/shared/editor/Recent';
import { useVirtualClock } from '../../../support/virtualClock';

const time = useVirtualClock();

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

it('what was asked for lately is not asked for again', async () => {
	const { get, asked } = lookUp(new Recent(1_000, 5));
	expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['a 1', 'a 1', 'b 2']);
	await time.sleep(999);
	expect(await get('a')).toBe('a 1');
	await time.sleep(1);
	expect(await get('a')).toBe('a 3');
	expect(asked).toEqual(['a', 'b', 'a']);
});

it('no more than so many are kept, the latest', async () => {
	const { get, asked } = lookUp(new Recent(1_000, 2));
	for (const key of ['a', 'b', 'b', 'a', 'c', 'c', 'b', 'a']) await get(key);
	expect(asked).toEqual(['a', 'b', 'c', 'a']);
});

it('one that was asked for again is among the latest', async () => {
	const { get, asked } = lookUp(new Recent(1_000, 2));
	await get('a');
	await get('b');
	await time.sleep(1_000);
	await get('a');
	await get('c');
	await get('a');
	expect(asked).toEqual(['a', 'b', 'a', 'c']);
});

it('a failure is not kept', async () => {
	const recent = new Recent<string>(1_000, 2);
	await expect(
		recent.get('a', async () => await Promise.reject(new Error('Not now'))),
	).rejects.toThrow('Not now');
	expect(await recent.get('a', async () => await Promise.resolve('Now'))).toBe('Now');
});

it('all can be forgotten', async () => {
	const recent = new Recent<string>(1_000, 2);
	const { get, asked } = lookUp(recent);
	await get('a');
	recent.clear();
	await get('a');
	expect(asked).toEqual(['a', 'a']);
});
