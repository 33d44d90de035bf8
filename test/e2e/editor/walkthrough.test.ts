import { readExample, SHOWPIECE } from '../../../scripts/start/examples';
import { withCredential } from '../../../scripts/start/seed';
import { submitted } from '../../../verify/harness/service';
import { TRIGGER } from '../../../verify/harness/trigger';
import { items, ours, row } from '../../../verify/harness/workflow';
import { useEditor } from '../support/browser';
import { isCurrentLine } from '../support/instance';
import { Recorder } from '../support/recorder';
import { useBench } from '../support/service';

const bench = useBench();
/** Older versions of n8n leave the form of a new credential open. */
const step = isCurrentLine() ? it : it.skip;

let recorder: Recorder;
// Before the editor closes.
afterAll(async () => await recorder.stop());
const editor = useEditor();
beforeAll(async () => {
	recorder = await Recorder.start(editor);
});

const output = () => editor.test('output-panel');

// What a reviewer wants to see: docs/publishing.md says how to make a video of it.
step('the credential, a first workflow', async () => {
	await recorder.skip(async () => await editor.newWorkflow());
	await recorder.say('n8n-nodes-creator-intelligence: add the node Creator Search');
	await editor.addNode('Creator Search', 'Search creators');

	await recorder.say('1. Create a credential: the address of the service, and the token');
	await editor.newCredential({ baseUrl: bench.sandbox.url, apiToken: bench.sandbox.token });
	await recorder.say('n8n tests it with a free read');
	await editor.closeCredential();

	await recorder.say('2. The first workflow: search creators with at least 10,000 followers');
	await editor.openNode('Search creators');
	await editor.fill('followerCountMin', '10000');
	await editor.fill('limit', '5');
	await editor.turnOn('simplify');
	expect(await editor.executeStep()).toContain('5 items');
	await output().getByText('engagementRate').first().waitFor();
	await recorder.say('Each creator is an item');
	await editor.closeNode();

	await recorder.say('Check each of them for risks');
	await editor.addNode('Social Background Check', 'Check a profile for risks');
	await recorder.say('Drag the field url of the input into Profile URL');
	await editor.drag('url', 'profileUrl');
	await recorder.say('The node submits a job for each item, and waits for all of them');
	expect(await editor.executeStep()).toContain('5 items');
	await output().getByText('finished').first().waitFor();
	await recorder.say('All jobs have finished, each with its rating');
	await editor.closeNode();
});

step('a report', async () => {
	const example = withCredential(await readExample(SHOWPIECE), bench.credential);
	const { id } = await bench.n8n.createWorkflow(example);
	await recorder.skip(async () => await editor.openWorkflow(id));
	await editor.test('zoom-to-fit').click();
	await recorder.say('3. A report: this example vets a shortlist of creators');
	await editor.executeWorkflow('Start');
	await recorder.say('All steps have run');
	await editor.openNode('Show the report');
	await output().frameLocator('iframe').getByText('Shortlist').first().waitFor();
	await recorder.say('The last node shows the report');

	const [{ id: execution }] = await bench.n8n.executions(id);
	const [{ html }] = items(await bench.n8n.execution(execution), 'Show the report');
	await editor.page.goto('about:blank');
	await editor.page.setContent(String(html));
	await recorder.say('It is one HTML page, to look at, mail or print');
	for (let screen = 0; screen < 3; screen++) {
		await editor.page.mouse.wheel(0, 600);
		await recorder.say('It is one HTML page, to look at, mail or print');
	}
});

step('the trigger', async () => {
	const profile_url = bench.sample.creator.url;
	const job = await submitted(bench.sandbox, '/screening', { profile_url });
	bench.sandbox.jobs.settle(job, 'finished');
	const name = 'Creator Intelligence Trigger';
	const trigger = { ...ours(TRIGGER, { ids: job }, bench.credential), name };
	const { id } = await bench.n8n.createWorkflow(row('Trigger', [trigger]));
	await recorder.skip(async () => await editor.openWorkflow(id));
	await recorder.say('4. The trigger starts a workflow when a job finishes');
	await editor.openNode(name);
	await recorder.say(
		'It watches the jobs whose IDs are entered, or submits a request on a schedule',
	);
	await editor.executeStep();
	await output().getByText(job).first().waitFor();
	await recorder.say('The finished job is the first item of the workflow');
});
