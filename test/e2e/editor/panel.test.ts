import { useEditor } from '../support/browser';

const editor = useEditor();

beforeAll(async () => {
	await editor.newWorkflow();
});

// test/nodes/actionsAndAliases.test.ts has the words of all nodes.
it('finds nodes by their names and by other words', async () => {
	expect((await editor.searchNodes('Social Listening'))[0]).toBe('Social Listening');
	// The panel leaves the word "Trigger" out.
	expect(await editor.searchNodes('screening changed')).toContain('Creator Intelligence');
	const names = ['Creator Search', 'Social Background Check', 'Purchase Intent'];
	const found = await editor.searchNodes('influencer');
	expect(found).toEqual(expect.arrayContaining(names));
	expect(found.find((name) => names.includes(name))).toBe('Creator Search');
	await editor.screenshot('panel');
});
