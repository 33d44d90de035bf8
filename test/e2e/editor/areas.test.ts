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
		action: 'Submit a screening and wait for the result',
		fields: ({ creator }) => ({ profile_url: creator.url }),
		shows: 'finished',
		image: 'background-check',
	},
	{
		name: 'Content and Comments',
		action: 'Get content',
		fields: ({ creator }) => ({ profile_url: creator.url }),
		shows: 'like_count',
		image: 'content-and-comments',
	},
	{
		name: 'Purchase Intent',
		action: 'Submit a purchase intent analysis and wait for the result',
		fields: ({ creator }) => ({ profile_url: creator.url }),
		shows: 'finished',
		image: 'purchase-intent',
	},
	{
		name: 'Comments Relevance',
		action: 'Submit a comments relevance analysis and wait for the result',
		fields: ({ content }) => ({ content_url: content.url }),
		shows: 'finished',
		image: 'comments-relevance',
	},
	{
		name: 'Social Listening',
		action: 'Submit a social listening request and wait for the result',
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
