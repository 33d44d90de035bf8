import type { INode } from 'n8n-workflow';

import { isTool, skippedByTool } from '../../../../nodes/shared/node/tool';

const nodeOf = (type: string): INode => ({
	...{ id: '1', name: 'Creator Search', type, typeVersion: 1, parameters: {} },
	position: [0, 0],
});

it.each([
	['n8n-nodes-x.creatorSearchTool', true],
	['n8n-nodes-x.creatorSearch', false],
	['Tool.creatorSearch', false],
])('%s is used by an agent: %s', (type, expected) => {
	expect(isTool({ type })).toBe(expected);
});

it('a skipped request returns a message to a model, and no item to a workflow', () => {
	expect(skippedByTool(nodeOf('x.creatorSearchTool'))).toEqual([
		{
			json: {
				skipped:
					'An earlier call or execution has sent this request, so it was not sent again. Do not call the tool again for it.',
			},
		},
	]);
	expect(skippedByTool(nodeOf('x.creatorSearch'))).toEqual([]);
});
