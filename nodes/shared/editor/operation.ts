import {
	callsService,
	findOperation,
	type Area,
	type EndpointOperation,
} from '../catalogue/vocabulary';
import { textOf } from '../values/text';

/** The operation that is chosen in a node, if it is one that sends something. */
export type OperationOf = (parameter: (name: string) => unknown) => EndpointOperation | undefined;

export function chosenIn(area: Area): OperationOf {
	return (parameter) => {
		const [resource, operation] = ['resource', 'operation'].map((name) => textOf(parameter(name)));
		const found = findOperation(area, resource ?? '', operation ?? '');
		return found !== undefined && callsService(found) ? found : undefined;
	};
}
