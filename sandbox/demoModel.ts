import { startModel, type ChatRequest, type ScriptedModel, type Turn } from './model';

/** The tools of the agent example. */
const FIND = 'Find_creators';
const CHECK = 'Check_a_profile';

const NUMBERS = ['one', 'two', 'three', 'four', 'five'];
const AMERICAN = /\b(?:US|USA|United States|American)\b/;

/** Stands in for a model behind an account: it knows the agent example, and nothing else. */
export async function startDemoModel(port: number): Promise<ScriptedModel> {
	return await startModel(nextTurn, port);
}

/** Searches, checks the first profile if the question asks for it, and lists what the tools returned. */
export function nextTurn({ messages, tools = [] }: ChatRequest): Turn {
	if (!tools.some(({ function: { name } }) => name === FIND)) return UNKNOWN;
	const at = messages.map(({ role }) => role).lastIndexOf('user');
	const question = textOf(messages[at]?.content);
	const results = messages
		.slice(at + 1)
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => rowsIn(textOf(content)));
	const [creators, checks] = results;
	if (creators === undefined) return { tool: FIND, args: search(question) };
	const [first = {}] = creators;
	const isAsked = /check|risk|screen|safe/i.test(question);
	if (checks === undefined && isAsked && first.url !== undefined) {
		return { tool: CHECK, args: { profile_url: first.url } };
	}
	return [
		list(creators.slice(0, countIn(question))),
		...(checks ?? []).map((check) => verdict(first, check)),
		STAND_IN,
	]
		.filter(Boolean)
		.join('\n\n');
}

type Row = Record<string, unknown>;

function search(question: string): object {
	// A question without a number still searches for somebody: the node declines an empty search.
	const [followers = 1] = (question.match(/\d[\d,.]*/g) ?? [])
		.map((text) => Number(text.replaceAll(/\D/g, '')))
		.filter((count) => count >= 1_000);
	const countries = AMERICAN.test(question) ? 'United States' : '';
	return { keyword: '', countries, min_followers: followers };
}

function countIn(question: string): number {
	const [word = ''] =
		new RegExp(NUMBERS.map((each) => `\\b${each}\\b`).join('|')).exec(question) ?? [];
	return NUMBERS.indexOf(word) + 1 || NUMBERS.length;
}

function list(creators: Row[]): string {
	const lines = creators.map((creator) => {
		const { error, noResults, followers, url } = creator;
		if (error !== undefined) return `The search failed: ${String(error)}`;
		if (noResults !== undefined) return String(noResults);
		return `- ${nameOf(creator)}, ${Number(followers).toLocaleString('en-US')} followers: ${String(url)}`;
	});
	return lines.join('\n');
}

function verdict(creator: Row, { error, riskRating }: Row): string {
	if (error !== undefined) return `The check failed: ${String(error)}`;
	return `I checked ${nameOf(creator)}: the risk rating is ${String(riskRating)}.`;
}

const nameOf = ({ name, handle }: Row): string => String(name ?? handle);

function rowsIn(text: string): Row[] {
	try {
		return [JSON.parse(text) as Row | Row[]].flat();
	} catch {
		return [{ error: text }];
	}
}

function textOf(content: unknown): string {
	return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}

const STAND_IN =
	'This answer comes from the stand-in model of the demo. For other questions, choose a credential of your own in the chat model.';
const UNKNOWN = `The stand-in model of the demo only answers in the example with ${FIND} and ${CHECK}. For other agents, choose a credential of your own in the chat model.`;
