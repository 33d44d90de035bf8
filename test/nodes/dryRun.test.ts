import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { needsId } from '../../nodes/shared/catalogue/types';
import { retryExecution, runNode, transcript, type RunNodeOptions } from '../engine/engine';
import { startServer, type LoopbackServer } from '../support/http';
import { entries, nodeOf, type Entry } from './areas';
import { TOKEN } from './calls';
import { queryOf, rows } from './parameters';

let server: LoopbackServer;
let look: () => unknown;

beforeAll(async () => {
	server = await startServer((app) => {
		app.get('/*', async (_, reply) => {
			const answer = look();
			return answer === undefined ? await reply.code(403).send({}) : answer;
		});
		app.route({ method: ['POST', 'PATCH'], url: '/*', handler: async () => ({ id: 'job-1' }) });
	});
});
afterAll(async () => await server.close());
beforeEach(() => {
	server.requests.length = 0;
	look = () => ({ status: 'done', data: [] });
});

interface Chosen {
	node: RunNodeOptions['node'];
	resource: string;
	operation: string;
	parameters?: INodeParameters;
	options?: INodeParameters;
}

const optionsOf = ({ node, parameters, options, ...chosen }: Chosen): RunNodeOptions => ({
	node,
	credentials: { baseUrl: `${server.url}/v2`, apiToken: TOKEN },
	parameters: { ...chosen, ...parameters, options: { pollInterval: 0.01, ...options } },
});

const title = ({ node, resource, operation }: Entry) =>
	`${node.description.name} ${resource}: ${operation.value}`;

describe('a dry run', () => {
	it.each(entries.map((entry) => [title(entry), entry] as const))(
		'of %s sends nothing, and shows what would be sent first',
		async (_, { node, resource, operation }) => {
			const chosen = {
				node,
				resource,
				operation: operation.value,
				parameters: {
					...(needsId(operation) && { id: 'a/b' }),
					contentIds: 'c-1',
					...queryOf({ 'a b': 'c&d' }),
					bodyFields: rows({ 'nested.name': [1], text: 'x' }),
				},
			};
			const dry = await runNode(optionsOf({ ...chosen, options: { dryRun: true } }));
			expect(dry.error).toBeUndefined();
			expect(server.requests).toHaveLength(0);
			expect(dry.json).toHaveLength(1);
			expect(dry.hints.map(({ message }) => message)).toEqual([
				expect.stringContaining("Nothing was sent because 'Dry Run' is on"),
			]);
			expect(transcript(dry.json)).not.toContain(TOKEN);

			await runNode(optionsOf(chosen));
			const [{ method, url, headers, body }] = server.requests;
			const { authorization, ...told } = headersIn(dry.json[0]);
			const paid = server.requests.filter((request) => request.method !== 'GET').length;
			const atMost = operation.kind === 'list' ? {} : { atMost: paid };
			expect(authorization).toBe('[token removed]');
			expect(headers).toMatchObject({ ...told, authorization: TOKEN });
			expect(dry.json[0]).toEqual({
				request: {
					method,
					url: `${server.url}${url}`,
					headers: { ...told, authorization },
					...(method !== 'GET' && { body }),
				},
				...(paid > 0 && { paidRequests: { atLeast: 1, ...atMost } }),
			});
			expect(dry.summary).toMatch(
				paid > 0 ? /may be charged: (1|at least 1, more if .*)\.$/ : /^$/,
			);
		},
	);

	const search = {
		...{ node: nodeOf('creatorSearch'), resource: 'creator', operation: 'search' },
		parameters: { keyword: 'a' },
	};

	it.each([
		[true, 'a', /3 items have the same request.*turn on .*Execute Once/],
		[false, 'a', /3 items have .* sent once\. To run .*Execute Once/],
		[true, '={{ $json.n > 1 }}', /2 items have the same request, which is sent once\.(?! To)/],
	])('says what is the same for items: dry %s, %s', async (dryRun, keyword, hint) => {
		const node = { ...search, parameters: { keyword }, options: { dryRun } };
		const items = [1, 2, 3].map((n) => ({ json: { n } }));
		const { hints } = await runNode({ ...optionsOf(node), items });
		expect(hints.map(({ message }) => message).join()).toMatch(hint);
	});

	it('shows no token, even where the user entered it', async () => {
		const parameters = { keyword: `my ${TOKEN}`, ...queryOf({ key: TOKEN }) };
		const { json } = await runNode(optionsOf({ ...search, parameters, options: { dryRun: true } }));
		expect(json[0]).toHaveProperty('request.body.keyword', 'my [token removed]');
		expect(transcript(json)).not.toContain(TOKEN);
	});

	it('is paired with its input, and fails for items that cannot be sent', async () => {
		const dry = optionsOf({
			...search,
			parameters: { bodyMode: 'json', bodyJson: '={{ $json.body }}' },
			options: { dryRun: true },
		});
		const items = [{ json: { body: '{"a":1}' } }, { json: { body: 'oops' } }];
		const result = await runNode({ ...dry, items, onError: 'continueRegularOutput' });
		expect(result.json[0]).toHaveProperty('request.body', { a: 1 });
		expect(result.json[1]).toHaveProperty('error.message', expect.stringContaining('JSON Body'));
		expect(result.items[0].map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('names the job that an earlier attempt has submitted, and does not forget it', async () => {
		const screening = {
			node: nodeOf('socialBackgroundCheck'),
			resource: 'screening',
			operation: 'submitAndWait',
			parameters: { profileUrl: 'https://network.example/@name' },
		};
		look = () => undefined;
		const failed = await runNode(optionsOf(screening));
		expect(failed.error?.description).toContain('job-1');
		server.requests.length = 0;

		const dry = await retryExecution(
			failed,
			optionsOf({ ...screening, options: { dryRun: true } }),
		);
		expect(server.requests).toHaveLength(0);
		expect(dry.json).toEqual([
			{
				request: expect.objectContaining({ method: 'POST', url: `${server.url}/v2/screening` }),
				paidRequests: { atLeast: 0, atMost: 0 },
				job: {
					type: 'screening',
					id: 'job-1',
					state: 'pending',
					rawState: null,
					submittedAt: expect.any(String),
				},
			},
		]);
		expect(dry.context).toEqual(failed.context);
		expect(dry.context).not.toEqual({});
	});
});

function headersIn(json: IDataObject): IDataObject {
	return (json.request as IDataObject).headers as IDataObject;
}
