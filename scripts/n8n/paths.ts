import { resolve } from 'node:path';

import envPaths from 'env-paths';

export const repositoryRoot = resolve(__dirname, '../..');
export const packageName = 'n8n-nodes-creator-intelligence';

/** Of the user, not of the checkout: several checkouts share one n8n. */
export const cacheFolder = (): string => envPaths(packageName, { suffix: '' }).cache;
