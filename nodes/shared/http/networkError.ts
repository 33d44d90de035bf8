/** The request got no answer. */
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

const NEVER_CONNECTED = new Set([
	'EAI_AGAIN',
	'ECONNREFUSED',
	'EHOSTDOWN',
	'EHOSTUNREACH',
	'ENETDOWN',
	'ENETUNREACH',
	'ENOTFOUND',
	'ERR_INVALID_URL',
	'UND_ERR_CONNECT_TIMEOUT',
]);

const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/** No secure connection came about; repeating the request does not help. */
export const INSECURE = /CERT|SSL|TLS|EPROTO|LEAF_SIGNATURE/;

/** These come from a secure connection that was there. */
const BROKEN_STREAM = /BAD_RECORD_MAC|DECRYPTION_FAILED|BAD_DECRYPT/;

/** n8n wraps the error of its HTTP client once or more: the code is somewhere in the chain. */
export function toNetworkError(thrown: unknown): NetworkError {
	const chain = causes(thrown);
	const code = chain.map(codeOf).find((each) => each !== undefined) ?? '';
	const neverConnected =
		chain.some(isConnecting) || (isOfConnecting(code) && !chain.some(isExchanging));
	return new NetworkError(code, neverConnected, TIMED_OUT.has(code));
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

function isOfConnecting(code: string): boolean {
	return NEVER_CONNECTED.has(code) || (INSECURE.test(code) && !BROKEN_STREAM.test(code));
}

/** A route can be lost after the request was sent. TLS writes while it still connects, too. */
function isExchanging(error: object): boolean {
	if (!('syscall' in error) || codeOf(error) === 'EPROTO') return false;
	return error.syscall === 'read' || error.syscall === 'write';
}

function codeOf(error: object): string | undefined {
	return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}
