import { CreatorIntelligenceApi } from '../../credentials/CreatorIntelligenceApi.credentials';
import { loadNodeSources } from '../engine/package';

const credential = new CreatorIntelligenceApi();
const request = { url: '/dictionary/languages', headers: { accept: 'x' } };

describe('the credential', () => {
	it('has the names that saved credentials rely on', () => {
		expect(credential.name).toBe('creatorIntelligenceApi');
		expect(credential.properties.map(({ name }) => name)).toEqual([
			'baseUrl',
			'apiToken',
			'openApiUrl',
			'responseContract',
			'strictContract',
		]);
	});

	it('hides the token', () => {
		const token = credential.properties.find(({ name }) => name === 'apiToken');
		expect(token?.typeOptions?.password).toBe(true);
	});

	it('sends nothing but the token', async () => {
		const data = { baseUrl: 'https://api.example.com/v1', apiToken: ' abc \n' };
		expect(await credential.authenticate(data, request)).toEqual({
			url: '/dictionary/languages',
			headers: { accept: 'x', Authorization: 'abc' },
			sendCredentialsOnCrossOriginRedirect: false,
		});
	});

	it('is tested by each node, with the test of this package', async () => {
		for (const { type } of await loadNodeSources()) {
			const [{ testedBy }] = type.description.credentials ?? [];
			expect(Object.keys(type.methods?.credentialTest ?? {})).toEqual([testedBy]);
		}
	});

	it.each(['', 'example.com', 'ftp://example.com'])(
		'says what is wrong with %p',
		async (baseUrl) => {
			await expect(credential.authenticate({ baseUrl, apiToken: 'abc' }, request)).rejects.toThrow(
				/Base URL/,
			);
		},
	);
});
