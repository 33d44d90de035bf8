import { Editor } from '../support/browser';

const NAMES = [
	'Comments Relevance',
	'Content and Comments',
	// The panel leaves the word "Trigger" out.
	'Creator Intelligence',
	'Creator Search',
	'Purchase Intent',
	'Social Background Check',
	'Social Listening',
];

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
	await editor.newWorkflow();
});

afterAll(async () => await editor.close());

it.each(NAMES)('finds %s by its name', async (name) => {
	expect((await editor.searchNodes(name))[0]).toBe(name);
});

it.each([
	['influencer', ['Creator Search', 'Social Background Check', 'Purchase Intent']],
	['tiktok', ['Creator Search', 'Social Background Check']],
	['fake followers', ['Creator Search']],
	['overlap', ['Creator Search']],
	['KYC', ['Social Background Check']],
	['sentiment', ['Comments Relevance', 'Purchase Intent', 'Social Listening']],
	['brand monitoring', ['Social Listening']],
	['email lookup', ['Creator Search']],
	['contract', ['Creator Search']],
	['lookalike', ['Creator Search']],
	['screening changed', ['Creator Intelligence']],
])('finds nodes by the word %s', async (word, names) => {
	const found = await editor.searchNodes(word);
	expect(found).toEqual(expect.arrayContaining(names));
	expect(found.find((name) => NAMES.includes(name))).toBe(names[0]);
	if (word === 'influencer') await editor.screenshot('panel');
});
