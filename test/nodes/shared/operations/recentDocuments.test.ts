import { recent } from '../../../../nodes/shared/operations/serviceDocument';
import { useVirtualClock } from '../../../support/virtualClock';

const time = useVirtualClock();

const KEEP_MS = 5 * 60_000;

/** Looks things up, and counts how often each was really asked for. */
function lookUp() {
	const kept = new Map<string, Promise<string>>();
	const asked: string[] = [];
	const get = async (key: string) =>
		await recent(kept, key, async () => {
			asked.push(key);
			return await Promise.resolve(`${key} ${asked.length}`);
		});
	return { get, asked, kept };
}

it('a recent request is not repeated', async () => {
	const { get, asked } = lookUp();
	expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['a 1', 'a 1', 'b 2']);
	await time.sleep(KEEP_MS - 1);
	expect(await get('a')).toBe('a 1');
	await time.sleep(1);
	expect(await get('a')).toBe('a 3');
	expect(asked).toEqual(['a', 'b', 'a']);
});

it('only the latest are kept', async () => {
	const { get, asked } = lookUp();
	for (const key of ['a', 'b', 'c', 'd', 'd', 'a', 'e', 'e', 'b', 'a']) await get(key);
	expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
});

it('an expired value is dropped, even without another request', async () => {
	const { get, kept } = lookUp();
	await get('a');
	await time.sleep(KEEP_MS / 2);
	await get('b');
	await time.sleep(KEEP_MS / 2);
	expect([...kept.keys()]).toEqual(['b']);
	await time.sleep(KEEP_MS / 2);
	expect([...kept.keys()]).toEqual([]);
});

it('a failure is not kept', async () => {
	const kept = new Map<string, Promise<string>>();
	await expect(
		recent(kept, 'a', async () => await Promise.reject(new Error('Not now'))),
	).rejects.toThrow('Not now');
	expect(await recent(kept, 'a', async () => await Promise.resolve('Now'))).toBe('Now');
});
