import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { Cancelled } from '../../../../nodes/shared/failure/Cancelled';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { failedJson, toNodeError } from '../../../../nodes/shared/node/nodeError';

const node: INode = {
	id: '1',
	name: 'Creator Search',
	type: 'x.creatorSearch',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const answered = new Failure({
	kind: 'request',
	message: 'The service found nothing for GET /x',
	description: 'Check the ID.',
	status: 404,
	code: 'nope',
	reason: 'no such thing',
	requestId: 'r-1',
	request: 'GET /x',
});

describe('the error of the node', () => {
	it('for a response of the service is an API error with status, item and both texts', () => {
		const error = toNodeError(node, answered, 3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'The service found nothing for GET /x [item 3]',
			description: 'Check the ID.',
			httpCode: '404',
			context: { itemIndex: 3, details: { status: 404, requestId: 'r-1', code: 'nope' } },
		});
	});

	it('has no HTML tags of a service, which n8n would render', () => {
		const link = '<a href="https://x.example">log in</a> <!-- x --> 1 < 2 && 3 > 2';
		const failure = answered.with({ message: `No: ${link}`, description: link, reason: link });
		const { message, description, context } = toNodeError(node, failure);
		const text = '\u2039a href="https://x.example">log in\u2039/a> \u2039!-- x --> 1 < 2 && 3 > 2';
		expect(message).toBe(`No: ${text}`);
		expect(description).toBe(text);
		expect(context.details).toMatchObject({ reason: link });
	});

	it('names the jobs of the run', () => {
		const { description } = toNodeError(node, answered, 0, 'Jobs: a, b.');
		expect(description).toBe('Check the ID. Jobs: a, b.');
	});

	it('has all details in the message where a model reads it', () => {
		const tool = { ...node, type: 'x.creatorSearchTool' };
		const { message } = toNodeError(tool, answered, 0);
		expect(message).toBe('The service found nothing for GET /x [item 0]\n\nDetails: Check the ID.');
	});

	it('of n8n itself is left unchanged', () => {
		const own = new NodeOperationError(node, 'x');
		expect(toNodeError(node, own, 1)).toBe(own);
	});

	it('for Stop contains the word by which n8n recognises it', () => {
		expect(toNodeError(node, new Cancelled(), 0).message).toContain('canceled');
	});

	it.each<[unknown, string]>([
		[new TypeError('x is not a function'), 'x is not a function'],
		['text', 'text'],
		[undefined, 'undefined'],
	])('for an unexpected error (%p) says so', (thrown, description) => {
		expect(toNodeError(node, thrown, 0)).toMatchObject({
			message: 'The node failed unexpectedly [item 0]',
			description,
		});
	});
});

describe('a failed item', () => {
	it('contains fields that a workflow can branch on', () => {
		expect(failedJson(toNodeError(node, answered, 3), node)).toEqual({
			error: {
				message: 'The service found nothing for GET /x [item 3]',
				description: 'Check the ID.',
				itemIndex: 3,
				status: 404,
				code: 'nope',
				reason: 'no such thing',
				requestId: 'r-1',
				request: 'GET /x',
			},
		});
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'of a job contains the job, for %s',
		(onError) => {
			const job = { type: 'screening', id: 'a', state: 'failed' };
			const failed = new Failure({ kind: 'job', message: 'The screening failed', job });
			const json = failedJson(toNodeError(node, failed, 0), { ...node, onError });
			expect(json).toHaveProperty('error.job', job);
			expect(Object.keys(json)).toEqual(
				onError === 'continueErrorOutput' ? ['error'] : ['error', 'job'],
			);
		},
	);
});
