import { WatchProgress } from '../../../../../nodes/CreatorIntelligenceTrigger/memory/process/WatchProgress';

const targets = ['a', 'b', 'c'].map((key) => ({ key }));
const inOrder = (progress: WatchProgress) =>
	progress
		.inOrder(targets)
		.map(({ key }) => key)
		.join('');

it('those that the last poll did not get to come first', () => {
	const progress = new WatchProgress();
	expect(inOrder(progress)).toBe('abc');
	progress.beginNextWith('c');
	expect(inOrder(progress)).toBe('cab');
	progress.beginNextWith('gone');
	expect(inOrder(progress)).toBe('abc');
	progress.beginNextWith(undefined);
	expect(inOrder(progress)).toBe('abc');
});

it('a result that did not fit twice in a row is known as that, and then begins anew', () => {
	const progress = new WatchProgress();
	expect(progress.isCutShortAgain('a')).toBe(false);
	expect(progress.isCutShortAgain('b')).toBe(false);
	expect(progress.isCutShortAgain('a')).toBe(true);
	expect(progress.isCutShortAgain('a')).toBe(false);
});

it('the same doubtful sight is counted, for each screening', () => {
	const progress = new WatchProgress();
	expect(progress.countSight('a', 'x')).toBe(1);
	expect(progress.countSight('a', 'x')).toBe(2);
	expect(progress.countSight('b', 'x')).toBe(1);
	expect(progress.countSight('a', 'y')).toBe(1);
	progress.forgetSight('a');
	expect(progress.countSight('a', 'y')).toBe(1);
	expect(progress.countSight('b', 'x')).toBe(2);
});

it('what is not watched any more is forgotten', () => {
	const progress = new WatchProgress();
	for (const name of ['a', 'b']) {
		progress.passOver(name);
		progress.isCutShortAgain(name);
		progress.countSight(name, 'x');
	}
	progress.keepOnly({ passedOver: ['a'], cutShort: ['b'] });
	progress.keepSights(['b']);
	expect(['a', 'b'].map((name) => progress.isPassedOver(name))).toEqual([true, false]);
	expect(['a', 'b'].map((name) => progress.isCutShortAgain(name))).toEqual([false, true]);
	expect(['a', 'b'].map((name) => progress.countSight(name, 'x'))).toEqual([1, 2]);
});
