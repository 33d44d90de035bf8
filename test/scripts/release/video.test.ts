import { stillsOf } from '../../../scripts/release/video';

it('shows an image until the next one, and shortens long waits', () => {
	const at = [0, 0.5, 0.51, 30];
	const frames = at.map((time, n) => ({ file: `${n}.jpg`, at: time }));
	expect(stillsOf(frames)).toEqual([0.5, 0.04, 2.5, 3]);
	expect(stillsOf([])).toEqual([]);
});
