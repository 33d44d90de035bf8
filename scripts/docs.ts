// The whole of `npm run docs`: writes the tables of docs/nodes anew, from the catalogues and from what
// Simplify makes of the sandbox's responses, and says which pages of docs/evidence have figures that are older than what they measure.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { commentsRelevance } from '../nodes/CommentsRelevance/catalogue';
import { contentAndComments } from '../nodes/ContentAndComments/catalogue';
import { creatorSearch } from '../nodes/CreatorSearch/catalogue';
import { purchaseIntent } from '../nodes/PurchaseIntent/catalogue';
import { socialBackgroundCheck } from '../nodes/SocialBackgroundCheck/catalogue';
import { socialListening } from '../nodes/SocialListening/catalogue';
import { ages } from '../verify/report/provenance';
import { writeDocument } from '../verify/report/evidence';
import { repositoryRoot } from './n8n/paths';
import { endpointTable, tableOf } from './nodePages';
import { columnsOf, startQuickSandbox } from './simplified';

const PAGES = {
	'comments-relevance': commentsRelevance,
	'content-and-comments': contentAndComments,
	'creator-search': creatorSearch,
	'purchase-intent': purchaseIntent,
	'social-background-check': socialBackgroundCheck,
	'social-listening': socialListening,
};

async function main(): Promise<void> {
	const sandbox = await startQuickSandbox();
	for (const [page, area] of Object.entries(PAGES)) {
		const name = `nodes/${page}.md`;
		const text = readFileSync(join(repositoryRoot, 'docs', name), 'utf8');
		const tables = [tableOf(area), await columnsOf(sandbox, area)];
		writeDocument(
			name,
			text.replace(/^\|.*(\n\|.*)*$/gm, (table) => tables.shift() ?? table),
		);
	}
	await sandbox.close();
	const money = readFileSync(join(repositoryRoot, 'docs/money.md'), 'utf8');
	writeDocument('money.md', money.replace(/^\| Endpoint.*(\n\|.*)*$/m, endpointTable));
	console.log(ages().join('\n'));
}

void main();
