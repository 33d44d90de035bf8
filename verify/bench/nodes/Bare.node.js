/** A loop over n8n's own helper, so many at once, and nothing else: as fast as a node can be. */
class Bare {
	description = {
		displayName: 'Bare',
		name: 'bare',
		group: ['input'],
		version: 1,
		description: 'Sends a GET request for each item',
		defaults: { name: 'Bare' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'creatorIntelligenceApi', required: true }],
		properties: [
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'At Once', name: 'atOnce', type: 'number', default: 10 },
			{ displayName: 'Max Bytes', name: 'maxBytes', type: 'number', default: 0 },
		],
	};

	async execute() {
		const items = this.getInputData();
		const url = this.getNodeParameter('url', 0);
		const atOnce = this.getNodeParameter('atOnce', 0);
		const maxBytes = this.getNodeParameter('maxBytes', 0);
		const data = await this.getCredentials('creatorIntelligenceApi');
		const credentialsDecrypted = { id: '', name: '', type: 'creatorIntelligenceApi', data };
		const output = [];
		let next = 0;
		const work = async () => {
			while (next < items.length) {
				const index = next++;
				const answer = await this.helpers.httpRequestWithAuthentication.call(
					this,
					'creatorIntelligenceApi',
					maxBytes > 0 ? { url, encoding: 'stream' } : { url, json: true },
					{ credentialsDecrypted },
				);
				const json = maxBytes > 0 ? JSON.parse(await limited(answer, maxBytes)) : answer;
				output[index] = { json, pairedItem: index };
			}
		};
		await Promise.all(Array.from({ length: atOnce }, work));
		return [output];
	}
}

/** The text of an answer, which is broken off where it is too large. */
async function limited(stream, maxBytes) {
	const pieces = [];
	let size = 0;
	for await (const piece of stream) {
		size += piece.length;
		if (size > maxBytes) throw new Error('The answer is too large');
		pieces.push(piece);
	}
	return Buffer.concat(pieces).toString();
}

module.exports = { Bare };
