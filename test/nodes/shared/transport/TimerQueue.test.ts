import { clock } from '../../../../nodes/shared/clock';
import { TimerQueue } from '../../../../nodes/shared/transport/TimerQueue';
import { useVirtualClock } from '../../../support/virtualClock';

const time = useVirtualClock();

/** Notes when each deadline comes, in milliseconds from now. */
function noting() {
	const deadlines = new TimerQueue();
	const rang: Array<[string, number]> = [];
	const add = (name: string, ms: number) =>
		deadlines.add(clock.monotonic() + ms, () => rang.push([name, time.elapsed]));
	return { add, rang };
}

it('each timer fires at its time, whatever the order in which they are added', async () => {
	const { add, rang } = noting();
	add('third', 3_000);
	add('first', 1_000);
	add('second', 2_000);
	await clock.sleep(5_000);
	expect(rang).toEqual([
		['first', 1_000],
		['second', 2_000],
		['third', 3_000],
	]);
});

it('a cancelled timer does not fire, and the others do', async () => {
	const { add, rang } = noting();
	const takeBack = add('first', 1_000);
	add('second', 2_000);
	takeBack();
	await clock.sleep(5_000);
	expect(rang).toEqual([['second', 2_000]]);
});

it('a timer that is added while others fire, fires as well', async () => {
	const { add, rang } = noting();
	add('first', 1_000);
	await clock.sleep(1_500);
	add('second', 1_000);
	await clock.sleep(5_000);
	expect(rang).toEqual([
		['first', 1_000],
		['second', 2_500],
	]);
});

it('needs one system timer, however many there are, and none when all are cancelled', () => {
	const cancel = jest.fn();
	const after = jest.spyOn(clock, 'after').mockReturnValue(cancel);
	const { add } = noting();
	const takeBacks = Array.from({ length: 100 }, () => add('any', 1_000));
	expect(after).toHaveBeenCalledTimes(1);
	for (const takeBack of takeBacks) takeBack();
	expect(cancel).toHaveBeenCalledTimes(1);
});
