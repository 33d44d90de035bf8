import { Failure } from '../failure/Failure';
import { parseUrl } from '../http/baseUrl';
import type { ServiceRequest, ServiceResponse } from '../http/types';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_HOPS = 5;
const TAKEN =
	'The request may have taken effect, and been charged: look it up at the service before you send it again. ';

/**
 * The request that a redirect asks for, or nothing. The token goes to the service's own origin
 * only, and a POST is never sent to another host, nor turned into a GET unless that is what the
 * redirect says (303) or it leads to a file.
 */
export function followRedirect(
	request: ServiceRequest,
	response: ServiceResponse,
	hops: number,
): ServiceRequest | undefined {
	if (!REDIRECTS.has(response.status)) return undefined;
	const location = response.headers.location;
	const target = location === undefined ? undefined : parseUrl(location, request.url);
	if (target === undefined || !/^https?:$/.test(target.protocol)) return undefined;
	if (hops >= MAX_HOPS) {
		throw new Failure({
			kind: 'request',
			message: `The service redirected ${request.label} more than ${MAX_HOPS} times`,
			description: "Check 'Base URL' in the 'Creator Intelligence API' credential.",
			status: response.status,
			request: request.label,
		});
	}
	const sameOrigin = target.origin === new URL(request.url).origin;
	const authenticated = request.authenticated && sameOrigin;
	if (request.method === 'GET') return { ...request, url: target.href, authenticated };
	if (response.status < 307 && (request.document || (response.status === 303 && sameOrigin))) {
		return { ...request, method: 'GET', url: target.href, body: undefined, authenticated };
	}
	if (response.status >= 307 && sameOrigin) return { ...request, url: target.href };
	// "See other", or another page of the same service, is said after a request has taken effect.
	const uncertain = response.status === 303 || sameOrigin;
	throw new Failure({
		kind: 'request',
		message: `The service redirected ${request.label} to ${target.origin}, and the request was not sent there`,
		description: `${uncertain ? TAKEN : ''}If the service has moved, set 'Base URL' in the 'Creator Intelligence API' credential to its new address (it may only be https:// instead of http://).`,
		status: response.status,
		request: request.label,
		...(uncertain && { uncertain }),
	});
}
