import { type Static, Type } from '@sinclair/typebox';

const kinds = [
	'latency',
	'resetBefore',
	'resetAfter',
	'status',
	'html',
	'outage',
	'rateLimit',
	'retryLater',
	'slowBody',
	'truncate',
	'cutOff',
	'huge',
	'redirect',
	'empty',
] as const;
export type FaultKind = (typeof kinds)[number];

export const faultKinds: Record<FaultKind, string> = {
	latency: 'waits `ms` before it answers',
	resetBefore: 'resets the connection before the request is looked at',
	resetAfter: 'does the work, then resets the connection: the answer is lost',
	status: 'answers `status` (default 500) and `message` in the error shape of the dialect',
	html: 'answers `status` (default 502) with an HTML page, as a proxy does',
	outage: 'answers 503 for `seconds` (default 30) from the moment it is set',
	rateLimit: 'answers 429, `retryAfter` seconds | date | none, to wait `seconds` (default 1)',
	retryLater: 'answers 400 with the code retry_later',
	slowBody: 'sends the body in ten pieces over `ms` (default 2000)',
	truncate: 'sends the first half of the body as if it were the whole',
	cutOff: 'announces the whole body, sends half and closes the connection',
	huge: 'adds padding to the answer until it has `bytes` (default 10 MB)',
	redirect: 'answers 302 to `url`',
	empty: 'does the work and answers 204 with no body',
};

/** Settable from code, by the control endpoint, by a header and behind a token. */
export const FaultRule = Type.Object(
	{
		kind: Type.Union(kinds.map((kind) => Type.Literal(kind))),
		ms: Type.Optional(Type.Number({ minimum: 0, maximum: 600_000 })),
		status: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
		message: Type.Optional(Type.String()),
		seconds: Type.Optional(Type.Number({ minimum: 0 })),
		retryAfter: Type.Optional(
			Type.Union([Type.Literal('seconds'), Type.Literal('date'), Type.Literal('none')]),
		),
		bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
		url: Type.Optional(Type.String()),
		times: Type.Optional(Type.Integer({ minimum: 1, description: 'Then it stops' })),
		skip: Type.Optional(Type.Integer({ minimum: 0, description: 'Requests that pass first' })),
		method: Type.Optional(Type.String()),
		path: Type.Optional(
			Type.String({ description: 'Path below the base path; * stands for anything' }),
		),
		token: Type.Optional(Type.String()),
	},
	{ additionalProperties: false },
);
export type FaultRule = Static<typeof FaultRule>;
