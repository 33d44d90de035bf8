import Fastify from 'fastify';

interface ToolCall {
	tool: string;
	args: object;
}

/** What the model says next: a call of a tool, or its answer. */
export type Turn = ToolCall | string;

interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; description: string; parameters: object } }>;
}

export interface ScriptedModel {
	url: string;
	requests: ChatRequest[];
	close(): Promise<void>;
}

/** A chat model behind OpenAI's interface that says what the script tells it to. */
export async function startModel(
	/** Turn by turn, or what to say to any request. */
	script: Array<(request: ChatRequest) => Turn> | ((request: ChatRequest) => Turn),
): Promise<ScriptedModel> {
	const app = Fastify();
	const requests: ChatRequest[] = [];
	app.post<{ Body: ChatRequest }>('/v1/chat/completions', async ({ body }) => {
		const speak = Array.isArray(script) ? script[requests.length] : script;
		const turn = speak?.(body) ?? 'That is all.';
		requests.push(body);
		return completion(turn, requests.length);
	});
	const origin = await app.listen({ port: 0, host: '127.0.0.1' });
	return { url: `${origin}/v1`, requests, close: async () => await app.close() };
}

function completion(turn: Turn, count: number): object {
	const message =
		typeof turn === 'string'
			? { role: 'assistant', content: turn }
			: { role: 'assistant', content: null, tool_calls: [toolCall(turn, count)] };
	return {
		id: `completion-${count}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [
			{ index: 0, message, finish_reason: typeof turn === 'string' ? 'stop' : 'tool_calls' },
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function toolCall({ tool, args }: ToolCall, count: number): object {
	return {
		id: `call-${count}`,
		type: 'function',
		function: { name: tool, arguments: JSON.stringify(args) },
	};
}
