import { backgroundCheckRoutes } from './backgroundCheck';
import { commentsRelevanceRoutes } from './commentsRelevance';
import { contentRoutes } from './content';
import { creatorSearchRoutes } from './creatorSearch';
import { purchaseIntentRoutes } from './purchaseIntent';
import type { Route } from './route';
import { socialListeningRoutes } from './socialListening';

export const routes: readonly Route[] = [
	...creatorSearchRoutes,
	...backgroundCheckRoutes,
	...contentRoutes,
	...purchaseIntentRoutes,
	...commentsRelevanceRoutes,
	...socialListeningRoutes,
];
