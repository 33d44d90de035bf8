import { isObject } from '../values/records';

export class NetworkError extends Error {
	constructor(
		readonly code: string,
		/** Nothing was sent, as no connection was made. */
		readonly neverConnected: boolean,
		readonly timedOut: boolean,
	) {
		super(code);
		this.name = 'NetworkError';
	}
}

const NEVER_CONNECTED =
	/^(EAI_AGAIN|ECONNREFUSED|EHOSTDOWN|EHOSTUNREACH|ENETDOWN|ENETUNREACH|ENOTFOUND|ERR_INVALID_CHAR|ERR_INVALID_URL|ERR_TLS_CERT_ALTNAME_INVALID|ERR_UNESCAPED_CHARACTERS|UND_ERR_CONNECT_TIMEOUT)$/;

/** Node looks at the service's certificate before it sends anything. These are its own findings. */
const BAD_CERTIFICATE =
	/^(CERT_|CRL_|DEPTH_ZERO_|ERROR_IN_CERT_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|SELF_SIGNED_|UNABLE_TO_)/;

const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/** Something is wrong with the secure connection; repeating the request does not help. */
export const INSECURE = /CERT|SSL|TLS|EPROTO|LEAF_SIGNATURE/;

/**
 * n8n wraps the error of its HTTP client once or more: the code is somewhere in the chain.
 * `hasBegun`: the connection broke when the response had begun.
 */
export function toNetworkError(thrown: unknown, hasBegun = false): NetworkError {
	const chain = causes(thrown);
	const code = chain.map(codeOf).find((each) => each !== undefined) ?? '';
	const isOfConnecting = NEVER_CONNECTED.test(code) || BAD_CERTIFICATE.test(code);
	const isConnectionMissing =
		chain.some((each) => isConnecting(each) || isShakingHands(each)) ||
		(isOfConnecting && !chain.some(isExchanging));
	return new NetworkError(code, !hasBegun && isConnectionMissing, TIMED_OUT.has(code));
}

export function outOfTime(): NetworkError {
	return new NetworkError('ETIMEDOUT', false, true);
}

function causes(thrown: unknown): object[] {
	const chain: object[] = [];
	for (let each = thrown; isObject(each) && !chain.includes(each); each = next(each)) {
		chain.push(each);
	}
	return chain;
}

function next(error: object): unknown {
	if ('cause' in error && error.cause !== undefined) return error.cause;
	return 'errorResponse' in error ? error.errorResponse : undefined;
}

/** Hosts with several addresses fail with the errors of all of them. */
function isConnecting(error: object): boolean {
	if ('syscall' in error) return error.syscall === 'connect';
	if (!('errors' in error) || !Array.isArray(error.errors)) return false;
	const { errors } = error;
	return errors.length > 0 && errors.every((each) => isObject(each) && isConnecting(each));
}

/** The error codes are the same before and after the request: only the socket knows. */
function isShakingHands(error: object): boolean {
	const request = 'request' in error ? error.request : undefined;
	const socket = isObject(request) && 'socket' in request ? request.socket : undefined;
	return isObject(socket) && 'secureConnecting' in socket && socket.secureConnecting === true;
}

/** A route can be lost after the request was sent. */
function isExchanging(error: object): boolean {
	return 'syscall' in error && (error.syscall === 'read' || error.syscall === 'write');
}

function codeOf(error: object): string | undefined {
	return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
