import { type Counts, total } from '../judge/judge';

export interface Contenders {
	/** Our nodes, without and with an idempotency key. */
	ours: Counts[];
	/** The HTTP Request node with Retry On Fail; absent where it cannot do the work. */
	retryOnFail?: Counts;
}

/** Under the same fault, Retry On Fail must not get more right than the better of ours. */
export function shortfalls({ ours, retryOnFail }: Contenders): string[] {
	const { doubled } = total(ours);
	const right = Math.max(...ours.map((each) => each.right));
	const isBehind = retryOnFail !== undefined && right < retryOnFail.right;
	return [
		...(isBehind ? [`${right} right, but ${retryOnFail.right} with Retry On Fail`] : []),
		...(doubled > 0 ? [`${doubled} doubled in all`] : []),
	];
}
