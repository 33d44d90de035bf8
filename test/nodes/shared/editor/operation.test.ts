import { operationChosenIn } from '../../../../nodes/shared/editor/methods';
import { create, endpoint, resource } from '../../../../nodes/shared/catalogue/builders';

const words = ['Get it', 'Get it'] as const;
const get = endpoint('get', 'GET /a', ...words);
const area = [resource('a', 'A', 'About A', [get, create('report', ...words)])];

it.each<[unknown, unknown, unknown]>([
	['a', 'get', get],
	// It sends nothing.
	['a', 'create', undefined],
	['a', 'other', undefined],
	['b', 'get', undefined],
	[undefined, undefined, undefined],
])('the operation that is chosen with %j and %j', (chosen, operation, expected) => {
	const parameters: Record<string, unknown> = { resource: chosen, operation };
	expect(operationChosenIn(area)((name) => parameters[name])).toBe(expected);
});
