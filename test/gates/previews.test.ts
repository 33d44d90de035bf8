import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { previewOf } from '../../nodes/shared/description/preview';
import { areas } from '../nodes/areas';
import { ensureBuilt, pack, type Packed } from './support/built';

let packed: Packed;

beforeAll(async () => {
	await ensureBuilt();
	packed = await pack();
}, 120_000);

/** Where n8n looks for the preview of a node of version 1. */
const folderOf = (className: string) =>
	join(packed.folder, 'dist/nodes', className, '__schema__/v1.0.0');

describe('previews of the output in the published package', () => {
	it.each(areas.map(({ node, area }) => [node.constructor.name, area] as const))(
		'%s has those that the catalogue asks for, and no others',
		(className, area) => {
			const expected = area.flatMap(({ value, operations }) =>
				operations
					.map((operation) => [`${value}/${operation.value}.json`, previewOf(operation)] as const)
					.filter(([, preview]) => preview !== undefined),
			);
			expect(expected.length).toBeGreaterThan(0);
			const folder = folderOf(className);
			const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
				.filter((path) => path.endsWith('.json'))
				.map((path): [string, unknown] => [
					path,
					JSON.parse(readFileSync(join(folder, path), 'utf8')),
				]);
			expect(new Map(files)).toEqual(new Map(expected));
		},
	);
});
