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
	['KYC', ['Social Background Check']],
	['sentiment', ['Comments Relevance', 'Purchase Intent', 'Social Listening']],
	['brand monitoring', ['Social Listening']],
	['email lookup', ['Creator Search']],
])('finds nodes by the word %s', async (word, names) => {
	expect(await editor.searchNodes(word)).toEqual(expect.arrayContaining(names));
	if (word === 'influencer') await editor.screenshot('panel');
});
