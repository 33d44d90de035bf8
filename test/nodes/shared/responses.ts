import type { Method } from '../../../nodes/shared/catalogue/types';
import type { ServiceRequest, ServiceResponse } from '../../../nodes/shared/http/types';

export function response(
	body: string | Buffer = '',
	headers: Record<string, string> = {},
	status = 200,
): ServiceResponse {
	return { status, headers, body: Buffer.from(body) };
}

export function json(value: unknown, status = 200): ServiceResponse {
	return response(JSON.stringify(value), { 'content-type': 'application/json' }, status);
}

export function request(method: Method = 'GET', more: Partial<ServiceRequest> = {}) {
	const made: ServiceRequest = {
		method,
		url: 'https://api.example.com/v1/things?limit=5',
		label: `${method} /things`,
		charged: method !== 'GET',
		authenticated: true,
		...(method !== 'GET' && { body: '{}' }),
		...more,
	};
	return made;
}

/** What a function throws. */
export function thrownBy(run: () => unknown): unknown {
	try {
		run();
	} catch (error) {
		return error;
	}
	return undefined;
}
