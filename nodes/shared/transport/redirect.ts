import type { Failure, FailureBase } from '../failure/Failure';
import { leadsInside } from '../http/address';
import { parseUrl, withoutUserInfo } from '../http/baseUrl';
import type { ServiceRequest, ServiceResponse } from '../http/types';
import { requestFailure } from './errorMessages';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_HOPS = 5;
/** Each of these may be charged. A service redirects a POST once, e.g. to the path with a slash. */
const MAX_POST_HOPS = 1;

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
	const isRead = !request.charged;
	const isCircle = !isRead && target.href === request.url;
	if (isCircle || hops >= (isRead ? MAX_HOPS : MAX_POST_HOPS)) {
		throw notFollowed(request, response, {
			message: `The service redirected ${request.label} in a circle or too often`,
			description: "Check 'Base URL' in the 'Creator Intelligence API' credential.",
		});
	}
	const from = new URL(request.url);
	if (leadsInside(from, target)) {
		throw notFollowed(request, response, privateAddress(request.label, 'redirected', target));
	}
	const sameOrigin = target.origin === from.origin;
	/** What a GET continues with. */
	const next: ServiceRequest = {
		...request,
		url: sameOrigin ? withoutUserInfo(target.href) : target.href,
		authenticated: request.authenticated && sameOrigin,
		firstSentAt: request.firstSentAt ?? response.sentAt,
	};
	if (isRead) return next;
	if (response.status < 307 && (request.document || (response.status === 303 && sameOrigin))) {
		return { ...next, method: 'GET', body: undefined, charged: false, idempotency: undefined };
	}
	if (response.status >= 307 && sameOrigin) return next;
	throw notFollowed(request, response, {
		message: `The service redirected ${request.label} to ${target.origin}, and the request was not sent there`,
		description: `If the service has moved, set 'Base URL' in the 'Creator Intelligence API' credential to its new URL (perhaps only https:// instead of http://).`,
		// A redirect to https, or with 307 or 308, means that nothing was processed. After any other it is unknown.
		certain: isMove(from, target) || (response.status >= 307 && !sameOrigin),
	});
}

/** The failure for a link or a redirect from a public host to a private address. */
export function privateAddress(label: string, leads: 'linked' | 'redirected', target: URL) {
	return {
		message: `The service ${leads} ${label} to the private address ${target.host}, and nothing was sent there`,
		description:
			"For security, the service cannot direct requests to n8n's own machine or network. If the service runs in your network, enter its private address as 'Base URL' in the 'Creator Intelligence API' credential.",
	};
}

function notFollowed(
	request: ServiceRequest,
	{ status }: ServiceResponse,
	{ certain = false, ...reason }: FailureBase & { certain?: boolean },
): Failure {
	return requestFailure(request, request.charged && !certain, { ...reason, status });
}

/** Whether only the scheme changes, from http to https. */
function isMove(from: URL, to: URL): boolean {
	const isSecured = from.protocol === 'http:' && to.protocol === 'https:';
	const kept = ['hostname', 'pathname', 'search'] as const;
	return isSecured && kept.every((part) => to[part] === from[part]);
}
