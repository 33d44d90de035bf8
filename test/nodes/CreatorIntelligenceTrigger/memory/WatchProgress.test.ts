import { WatchProgress } from '../../../../nodes/CreatorIntelligenceTrigger/memory/WatchProgress';

const targets = ['a', 'b', 'c'].map((key) => ({ key }));
const inOrder = (progress: WatchProgress) =>
	progress
		.inOrder(targets)
		.map(({ key }) => key)
		.join('');

it('targets that the last poll did not reach are first', () => {
	const progress = new WatchProgress();
	expect(inOrder(progress)).toBe('abc');
	progress.next = 'c';
	expect(inOrder(progress)).toBe('cab');
	progress.next = 'gone';
	expect(inOrder(progress)).toBe('abc');
	progress.next = undefined;
	expect(inOrder(progress)).toBe('abc');
});

it('targets that are no longer watched are forgotten', () => {
	const progress = new WatchProgress();
	for (const name of ['a', 'b']) progress.of(name).passedOver = 'any';
	progress.inOrder([{ key: 'b' }]);
	expect([progress.of('a'), progress.of('b')]).toEqual([{}, { passedOver: 'any' }]);
});
