import type { Sample } from '../../../sandbox/routes/sample';
import { Editor } from '../support/browser';
import { useBench } from '../support/service';

const bench = useBench();

let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
});

afterAll(async () => await editor.close());

interface Area {
	name: string;
	action: string;
	fields: (sample: Sample) => Record<string, string>;
	/** A word of the output. */
	shows: string;
	image: string;
}

const areas: Area[] = [
	{
		name: 'Creator Search',
		action: 'Search creators',
		fields: () => ({ keyword: 'yoga' }),
		shows: 'platform_username',
		image: 'creator-search',
	},
	{
		name: 'Social Background Check',
		action: 'Check a profile for risks',
		fields: ({ creator }) => ({ profile_url: creator.url }),
		shows: 'finished',
		image: 'background-check',
	},
	{
		name: 'Content and Comments',
		action: 'Get the posts of a profile',
		fields: ({ creator }) => ({ profile_url: creator.url }),
		shows: 'like_count',
		image: 'content-and-comments',
	},
	{
		name: 'Purchase Intent',
		action: 'Find out whether an audience wants to buy',
		fields: ({ creator }) => ({ profile_url: creator.url }),
		shows: 'finished',
		image: 'purchase-intent',
	},
	{
		name: 'Comments Relevance',
		action: 'Find the comments that matter to a brand',
		fields: ({ content }) => ({ content_url: content.url }),
		shows: 'finished',
		image: 'comments-relevance',
	},
	{
		name: 'Social Listening',
		action: 'Hear what people say about a brand',
		fields: () => ({ keyword: 'Strideon' }),
		shows: 'sentiment',
		image: 'social-listening',
	},
];

it.each(areas)('$name is added, configured and executed', async (area) => {
	await editor.newWorkflow();
	await editor.addNode(area.name, area.action);
	await editor.chooseCredential(bench.credential.name);
	await editor.addFields(area.fields(bench.sample));
	const output = await editor.executeStep();
	expect(output).toMatch(/\d+ items?/);
	await editor.test('output-panel').getByText(area.shows).first().waitFor();
	await editor.screenshot(area.image);
});
