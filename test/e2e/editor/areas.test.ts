import type { Sample } from '../../../sandbox/routes/sample';
import { useEditor } from '../support/browser';
import { expectLook } from '../support/look';
import { useBench } from '../support/service';

const bench = useBench();

const editor = useEditor();

interface Area {
	name: string;
	action: string;
	/** The nodes before it. */
	before?: () => Promise<void>;
	/** What a user enters. */
	enter: (sample: Sample) => Promise<void>;
	/** A word of the output. */
	shows: string;
	/** Of the whole window in the documentation, and of the panel as it has to look. */
	image: string;
}

async function enterSearch(): Promise<void> {
	await editor.fill('followerCountMin', '10000');
	await editor.turnOn('simplify');
}

const areas: Area[] = [
	{
		name: 'Creator Search',
		action: 'Search creators',
		enter: enterSearch,
		shows: 'engagementRate',
		image: 'creator-search',
	},
	{
		name: 'Social Background Check',
		action: 'Check a profile for risks',
		// As in the README.
		before: async () => {
			await editor.addNode('Creator Search', 'Search creators');
			await editor.chooseCredential(bench.credential.name);
			await enterSearch();
			await editor.executeStep();
			await editor.closeNode();
		},
		enter: async () => await editor.drag('url', 'profileUrl'),
		shows: 'riskRating',
		image: 'background-check',
	},
	{
		name: 'Content and Comments',
		action: 'Get the posts of a profile at once',
		enter: async ({ creator }) => await editor.fill('profileUrl', creator.url),
		shows: 'like_count',
		image: 'content-and-comments',
	},
	{
		name: 'Purchase Intent',
		action: 'Find out whether an audience wants to buy',
		enter: async ({ creator }) => await editor.fill('profileUrl', creator.url),
		shows: 'finished',
		image: 'purchase-intent',
	},
	{
		name: 'Comments Relevance',
		action: 'Find the comments that matter to a brand',
		enter: async ({ content }) => await editor.fill('contentUrl', content.url),
		shows: 'finished',
		image: 'comments-relevance',
	},
	{
		name: 'Social Listening',
		action: 'Hear what people say about a brand',
		enter: async () => await editor.fill('keyword', 'Strideon'),
		shows: 'sentiment',
		image: 'social-listening',
	},
];

it.each(areas)('$name is added, configured and executed', async (area) => {
	await editor.newWorkflow();
	await area.before?.();
	await editor.addNode(area.name, area.action);
	await editor.chooseCredential(bench.credential.name);
	await area.enter(bench.sample);
	const output = await editor.executeStep();
	expect(output).toMatch(/\d+ items?/);
	await editor.test('output-panel').getByText(area.shows).first().waitFor();
	await editor.screenshot(area.image);
	await expectLook(editor, area.image);
});
