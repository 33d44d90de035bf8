import { findOperation, type Area, type Operation } from '../catalogue/vocabulary';
import { textOf } from '../values/text';

/** The operation that is chosen in a node. */
export type OperationOf = (parameter: (name: string) => unknown) => Operation | undefined;

export function chosenIn(area: Area): OperationOf {
	return (parameter) =>
		findOperation(area, textOf(parameter('resource')), textOf(parameter('operation')));
}
