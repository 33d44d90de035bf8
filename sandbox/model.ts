import Fastify from 'fastify';

interface ToolCall {
	tool: string;
	args: object;
}

/** What the model says next: a call of a tool, or its answer. */
export type Turn = ToolCall | string;

export interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; description: string; parameters: object } }>;
	stream?: boolean;
}

export interface ScriptedModel {
	url: string;
	requests: ChatRequest[];
	/** What the model has read of its calls, in the last conversation. */
	results(): string[];
	close(): Promise<void>;
}

export const MODEL_HOST = '127.0.0.1';

/** A chat model behind OpenAI's interface that says what the script tells it to. */
export async function startModel(
	/** Turn by turn, or what to say to any request. */
	script: Array<(request: ChatRequest) => Turn> | ((request: ChatRequest) => Turn),
	port = 0,
): Promise<ScriptedModel> {
	const app = Fastify();
	const requests: ChatRequest[] = [];
	app.get('/v1/models', () => ({ object: 'list', data: [{ id: 'scripted', object: 'model' }] }));
	app.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body }, reply) => {
		const speak = Array.isArray(script) ? script[requests.length] : script;
		const turn = speak?.(body) ?? 'That is all.';
		requests.push(body);
		if (body.stream !== true) return completion(turn, requests.length, 'message');
		const chunk = JSON.stringify(completion(turn, requests.length, 'delta'));
		return await reply.type('text/event-stream').send(`data: ${chunk}\n\ndata: [DONE]\n\n`);
	});
	const origin = await app.listen({ port, host: MODEL_HOST });
	return {
		url: `${origin}/v1`,
		requests,
		results: () =>
			(requests.at(-1)?.messages ?? [])
				.filter(({ role }) => role === 'tool')
				.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))),
		close: async () => await app.close(),
	};
}

function completion(turn: Turn, count: number, part: 'message' | 'delta'): object {
	const isText = typeof turn === 'string';
	const said = isText ? { content: turn } : { content: null, tool_calls: [toolCall(turn, count)] };
	return {
		id: `completion-${count}`,
		object: part === 'delta' ? 'chat.completion.chunk' : 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [
			{
				index: 0,
				[part]: { role: 'assistant', ...said },
				finish_reason: isText ? 'stop' : 'tool_calls',
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function toolCall({ tool, args }: ToolCall, count: number): object {
	return {
		index: 0,
		id: `call-${count}`,
		type: 'function',
		function: { name: tool, arguments: JSON.stringify(args) },
	};
}
