import { packageJson } from '../test/support/package';
import { currentLine, Runtime } from './n8n/runtime';

export interface Versions {
	package: string;
	n8n: string;
	node: string;
}

/** What figures were measured with. */
export const versionsNow = (line = currentLine): Versions => ({
	package: packageJson.version,
	n8n: new Runtime(line).version,
	node: process.versions.node,
});
