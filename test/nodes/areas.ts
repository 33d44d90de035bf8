import type { INodeType } from 'n8n-workflow';

import { CommentsRelevance } from '../../nodes/CommentsRelevance/CommentsRelevance.node';
import { commentsRelevance } from '../../nodes/CommentsRelevance/catalogue';
import { ContentAndComments } from '../../nodes/ContentAndComments/ContentAndComments.node';
import { contentAndComments } from '../../nodes/ContentAndComments/catalogue';
import { CreatorSearch } from '../../nodes/CreatorSearch/CreatorSearch.node';
import { creatorSearch } from '../../nodes/CreatorSearch/catalogue';
import { PurchaseIntent } from '../../nodes/PurchaseIntent/PurchaseIntent.node';
import { purchaseIntent } from '../../nodes/PurchaseIntent/catalogue';
import {
	callsService,
	type NodeCatalogue,
	type EndpointOperation,
	type JobDefinition,
	type Operation,
} from '../../nodes/shared/catalogue/types';
import { SocialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/SocialBackgroundCheck.node';
import { socialBackgroundCheck } from '../../nodes/SocialBackgroundCheck/catalogue';
import { SocialListening } from '../../nodes/SocialListening/SocialListening.node';
import { socialListening } from '../../nodes/SocialListening/catalogue';

export const areas: Array<{ node: INodeType; catalogue: NodeCatalogue }> = [
	{ node: new CommentsRelevance(), catalogue: commentsRelevance },
	{ node: new ContentAndComments(), catalogue: contentAndComments },
	{ node: new CreatorSearch(), catalogue: creatorSearch },
	{ node: new PurchaseIntent(), catalogue: purchaseIntent },
	{ node: new SocialBackgroundCheck(), catalogue: socialBackgroundCheck },
	{ node: new SocialListening(), catalogue: socialListening },
];

export function nodeOf(name: string): INodeType {
	const found = areas.find(({ node }) => node.description.name === name);
	if (found === undefined) throw new Error(`No node ${name}`);
	return found.node;
}

export interface Entry {
	node: INodeType;
	resource: string;
	operation: EndpointOperation;
}

/** The job that an operation is a step of. */
export function jobOf(operation: Operation): JobDefinition | undefined {
	return 'job' in operation ? operation.job : undefined;
}

/** Every resource/operation pair of the package that calls the service. */
export const entries: Entry[] = areas.flatMap(({ node, catalogue }) =>
	catalogue.flatMap(({ value, operations }) =>
		operations.filter(callsService).map((operation) => ({ node, resource: value, operation })),
	),
);
