import type { Credential } from '../../../scripts/n8n/client';
import { useEditor } from '../support/browser';
import { CREDENTIAL_TYPE } from '../../../verify/harness/service';
import { useBench } from '../support/service';
import { chain, ours } from '../../../verify/harness/workflow';

const bench = useBench();
const editor = useEditor();
const NAME = 'Get contact details';
let credential: Credential;

beforeAll(async () => {
	const { url, token } = bench.sandbox;
	const data = { baseUrl: url, apiToken: token, openApiUrl: '/openapi.json' };
	credential = await bench.n8n.createCredential({
		name: 'With document',
		type: CREDENTIAL_TYPE,
		data,
	});
});
afterAll(async () => {
	await bench.n8n.deleteCredential(credential.id);
});

async function openNode(given: Credential, parameters: Parameters<typeof ours>[1], items = [{}]) {
	const node = ours('creatorSearch', { bodyMode: 'schema', ...parameters }, given, { name: NAME });
	const { id } = await bench.n8n.createWorkflow(chain('Service fields', [node], items));
	await editor.openWorkflow(id);
	await editor.openNode(NAME);
}

it("shows the fields of the service's document, and sends what is filled in", async () => {
	await openNode(credential, { resource: 'contact', operation: 'get' });
	const name = bench.sample.creator.username;
	await editor.page.getByText('identifier - Handle or profile URL').waitFor();
	await editor.screenshot('service-fields');
	await editor.page
		.locator('[data-test-id*="identifier"] input, [data-test-id*="identifier"] textarea')
		.first()
		.fill(name);
	await editor.executeStep();
	expect(bench.sandbox.log.find({ method: 'POST', path: '/contact-info' }).at(-1)?.body).toEqual({
		identifier: name,
	});
});

it('maps the columns of the input by their names', async () => {
	const name = bench.sample.creator.username;
	await openNode(
		credential,
		{
			resource: 'contact',
			operation: 'get',
			mappedFields: { mappingMode: 'autoMapInputData', value: null },
		},
		[{ Identifier: name, notes: 'mine' }],
	);
	await editor.page.waitForTimeout(2_000);
	await editor.screenshot('service-fields-by-name');
	await editor.executeStep();
	expect(bench.sandbox.log.find({ method: 'POST', path: '/contact-info' }).at(-1)?.body).toEqual({
		identifier: name,
	});
});

it('says what is missing in a credential without a document', async () => {
	await openNode(bench.credential, { resource: 'contact', operation: 'get' });
	await editor.page
		.getByText(/has no URL of an OpenAPI document/)
		.first()
		.waitFor();
	await editor.screenshot('service-fields-missing');
});
