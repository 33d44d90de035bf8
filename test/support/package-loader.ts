import '../../verify/harness/engine/logs';

import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';

export interface LoadedPackage {
	nodes: INodeTypeDescription[];
	credentials: ICredentialType[];
}

/** Loads a package from its folder in the way in which n8n loads installed community packages. */
export async function loadPackage(folder: string): Promise<LoadedPackage> {
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	return loader.types;
}
