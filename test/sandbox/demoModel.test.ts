import { nextTurn } from '../../sandbox/demoModel';

const tools = ['Find_creators', 'Check_a_profile'].map((name) => ({
	function: { name, description: '', parameters: {} },
}));
const asked = (content: string, ...results: unknown[]) => ({
	tools,
	messages: [
		{ role: 'user', content },
		...results.map((each) => ({ role: 'tool', content: JSON.stringify(each) })),
	],
});
const QUESTION = 'Find two US creators with more than 100,000 followers and check the first one.';
const creators = ['ada', 'bob', 'eve'].map((handle) => ({
	handle,
	followers: 123_456,
	url: `https://x.example/${handle}`,
}));

it('searches, checks the first profile, and lists what the tools returned', () => {
	expect(nextTurn(asked(QUESTION))).toEqual({
		tool: 'Find_creators',
		args: { keyword: '', countries: 'United States', min_followers: 100_000 },
	});
	expect(nextTurn(asked(QUESTION, creators))).toEqual({
		tool: 'Check_a_profile',
		args: { profile_url: 'https://x.example/ada' },
	});
	const answer = nextTurn(asked(QUESTION, creators, [{ riskRating: 'LOW' }]));
	expect(answer).toMatch(/^- ada, 123,456 followers: \S+\n- bob, .+\n\nI checked ada: .+ LOW\./);
});

it('passes errors on, and says where it can answer', () => {
	const failed = { error: 'Too many requests' };
	expect(nextTurn(asked(QUESTION, [failed]))).toMatch(/^The search failed: Too many requests/);
	expect(nextTurn({ ...asked('Hello'), tools: [] })).toMatch(/only answers in the example/);
});
