import { createRequire } from 'node:module';

interface ServiceContainer {
	get<T>(service: new (...args: never[]) => T): T;
	set(service: object, instance: object): void;
}

/** Requires what n8n-core itself would get: it may carry copies of n8n's packages of its own. */
export const requireFromCore = createRequire(require.resolve('n8n-core'));

/** The container that n8n-core takes its services from. */
export const { Container } = requireFromCore('@n8n/di') as { Container: ServiceContainer };
