import { NodeOperationError } from 'n8n-workflow';

import { functionNode, runNode, transcript } from './engine';

// The tests of the nodes show how n8n-core carries out executions, tries and loops. What they could not notice is a
// token that the harness does not see.
it('a transcript reveals a token wherever a node leaves one', async () => {
	const TOKEN = 'secret-token-1';
	const quiet = functionNode(
		'quiet',
		async function (items) {
			await this.getCredentials('creatorIntelligenceApi');
			return [items];
		},
		{ description: { credentials: [{ name: 'creatorIntelligenceApi', required: true }] } },
	);
	const said = await runNode({
		node: quiet,
		credentials: { baseUrl: 'http://127.0.0.1:9', apiToken: TOKEN },
	});
	expect(said.error).toBeUndefined();
	expect(transcript(said)).not.toContain(TOKEN);

	const places = [
		functionNode('error', function () {
			throw new NodeOperationError(this.getNode(), 'Failed', { description: TOKEN });
		}),
		functionNode('item', () => [[{ json: { token: TOKEN } }]]),
		functionNode('hint', function (items) {
			this.addExecutionHints({ message: TOKEN, type: 'info', location: 'outputPane' });
			return [items];
		}),
		functionNode('log', function (items) {
			this.logger.info('Sent', { token: TOKEN });
			return [items];
		}),
		functionNode('context', function (items) {
			this.getContext('node').token = TOKEN;
			return [items];
		}),
	];
	for (const node of places) expect(transcript(await runNode({ node }))).toContain(TOKEN);
});
