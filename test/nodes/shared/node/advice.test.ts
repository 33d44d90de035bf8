import type { INode } from 'n8n-workflow';

import type { JobDefinition } from '../../../../nodes/shared/catalogue/types';
import { Failure } from '../../../../nodes/shared/failure/Failure';
import { NetworkError } from '../../../../nodes/shared/http/networkError';
import { noJobId, withJobAdvice } from '../../../../nodes/shared/jobs/failures';
import type { Job } from '../../../../nodes/shared/jobs/job';
import { notSentAgain } from '../../../../nodes/shared/ledger/Ledger';
import { toNodeError } from '../../../../nodes/shared/node/nodeError';
import { decode } from '../../../../nodes/shared/response/decode';
import { runAtOnce } from '../../../../nodes/shared/values/steps';
import {
	withOutcomeUnknown,
	explainNetworkError,
	explainResponse,
} from '../../../../nodes/shared/transport/errorMessages';
import { followRedirect } from '../../../../nodes/shared/transport/redirect';
import { json, request, response, thrownBy } from '../responses';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'node',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const definition = { noun: 'screening' } as JobDefinition;
const job: Job = { type: 'screening', id: 'j1', state: 'finished', rawState: 'done' };

const NOT_SENT = { request: request('POST'), notSentMessage: 'The job was not submitted again' };
const STATUSES = [300, 302, 303, 304, 408, 500, 501, 502, 503, 504, 520, 599];
const CODES = ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EPROTO', 'CERT_HAS_EXPIRED', ''];
const NOT_JSON = response('{"id": ', { 'content-type': 'application/json' });
const PAGE = response('<html></html>', { 'content-type': 'text/html' });

const failureOf = (run: () => unknown): Failure => {
	const thrown = thrownBy(run);
	if (thrown instanceof Failure) return thrown;
	throw new Error('No failure was thrown');
};
const decoded = (answer: typeof PAGE, method: 'GET' | 'POST') =>
	failureOf(() => runAtOnce(decode(answer, { request: request(method), format: 'auto' })));
const redirected = (status: number, location: string) =>
	failureOf(() => followRedirect(request('POST'), response('', { location }, status), 0));

const unknownOutcomes: Array<[string, Failure]> = [
	...(['POST', 'PATCH'] as const).flatMap((method) => [
		...STATUSES.map((status): [string, Failure] => [
			`${method} ${status}`,
			explainResponse(request(method), response('', {}, status)),
		]),
		...CODES.flatMap((code) =>
			[true, false].map((timedOut): [string, Failure] => [
				`${method} '${code}', timed out: ${timedOut}`,
				explainNetworkError(request(method), new NetworkError(code, false, timedOut)),
			]),
		),
	]),
	...[401, 402, 404, 410, 500, 503].map((status): [string, Failure] => [
		`a redirect that ends with ${status}`,
		withOutcomeUnknown(explainResponse(request(), response('', {}, status))),
	]),
	[
		'a redirect to a lost answer',
		withOutcomeUnknown(explainNetworkError(request(), new NetworkError('', false, false))),
	],
	['a redirect to another host', redirected(303, 'https://other.example/x')],
	['a redirect to another page', redirected(302, '/x')],
	['broken JSON', decoded(NOT_JSON, 'POST')],
	['a web page', decoded(PAGE, 'POST')],
	['no id', noJobId(definition, { content: { kind: 'empty' }, response: json({}) })],
	...(['lost', 'accepted', 'damaged'] as const).map((outcome): [string, Failure] => [
		`an earlier attempt that is ${outcome}`,
		notSentAgain({ outcome, at: 0, fingerprints: [] }, NOT_SENT),
	]),
];

const REPEATS = /run (the|this) workflow (again|anew)|submit (it|the request) again|\btry again\b/i;

describe('a failure of a request that may have been processed', () => {
	it.each(unknownOutcomes)('%s does not advise to do it again', (_, failure) => {
		expect(failure.details.outcomeUnknown).toBe(true);
		const { description = '' } = toNodeError(node, failure, 0);
		expect(description).not.toMatch(REPEATS);
		expect(description).toMatch(/charged/);
	});
});

describe('a failure of a free request', () => {
	const free: Array<[string, Failure]> = [
		...[408, 500, 503].map((status): [string, Failure] => [
			`GET ${status}`,
			explainResponse(request(), response('', {}, status)),
		]),
		['a broken connection', explainNetworkError(request(), new NetworkError('', false, false))],
		['broken JSON', decoded(NOT_JSON, 'GET')],
	];

	it.each(free)('%s says to run the workflow again', (_, failure) => {
		expect(toNodeError(node, failure, 0).description).toMatch(/Run the workflow again/);
	});

	it.each(free)('%s does not where something else was paid for', (_, failure) => {
		const ofJob = toNodeError(node, withJobAdvice(failure, job), 0).description;
		const beside = toNodeError(node, failure, 0, 'Jobs submitted by this node: j1.').description;
		expect(`${ofJob} ${beside}`).not.toMatch(REPEATS);
		expect(ofJob).toMatch(/j1/);
	});
});
