import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The published interface, an endpoint a line: `GET /screening/{id}`. */
export const publishedEndpoints = readFileSync(join(__dirname, '../fixtures/endpoints.txt'), 'utf8')
	.trim()
	.split('\n');
