import { commentsRelevance } from './CommentsRelevance/catalogue';
import { contentAndComments } from './ContentAndComments/catalogue';
import { creatorSearch } from './CreatorSearch/catalogue';
import { purchaseIntent } from './PurchaseIntent/catalogue';
import { callsService, type Operation } from './shared/catalogue/types';
import { endpointLabel } from './shared/plan/plan';
import { socialBackgroundCheck } from './SocialBackgroundCheck/catalogue';
import { socialListening } from './SocialListening/catalogue';

/** Every operation of the package. */
export const OPERATIONS: readonly Operation[] = [
	commentsRelevance,
	contentAndComments,
	creatorSearch,
	purchaseIntent,
	socialBackgroundCheck,
	socialListening,
].flatMap((area) => area.flatMap(({ operations }) => operations));

/** Every endpoint of the service, e.g. `POST /discovery`. */
export const ENDPOINTS: ReadonlySet<string> = new Set(
	OPERATIONS.filter(callsService).map(({ endpoint }) => endpointLabel(endpoint)),
);
