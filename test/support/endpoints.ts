import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The interface of the service, and the names that saved workflows hold, a line each:
 * `GET /screening/{id}  socialBackgroundCheck.screening.get`.
 */
const lines = readFileSync(join(__dirname, '../fixtures/endpoints.txt'), 'utf8')
	.trim()
	.split('\n')
	.map((line) => line.split(/ {2,}/));

export const publishedEndpoints = lines.map(([endpoint]) => endpoint);
export const publishedNames = lines.map(([, name]) => name);
