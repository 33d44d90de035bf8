import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../../nodes/shared/values/records';
import type { AnswerCase } from './answers';
import { describePinned } from './pinned';

const FIXTURES = join(__dirname, '../../../fixtures');

/** What is read of an answer, by the name of what it is; what is not there is left out. */
type Reading = Record<string, string>;

type Read = (given: AnswerCase, body: unknown) => Record<string, unknown>;

/**
 * Each answer of a file as it is read, and which single changes make it read otherwise. The readings
 * stand in test/fixtures/readings. A change of the rules that is meant shows there, line by line:
 * READINGS=write npx jest readings
 */
export function describeReadings(answersFile: string, readingsFile: string, read: Read): void {
	const answers = (
		JSON.parse(readFileSync(join(FIXTURES, answersFile), 'utf8')) as AnswerCase[]
	).filter(({ body }) => body !== undefined);
	describePinned({
		file: readingsFile,
		name: `is read as before, as it is and with each change: ${answersFile} %s`,
		cases: answers,
		titleOf: ({ n, kind, about = '' }) => `${n} ${kind} ${about}`.trim(),
		linesOf: (given) => linesOf(given, read),
	});
}

function linesOf(given: AnswerCase, read: Read): string[] {
	const reading = written(read(given, given.body));
	const lines = Object.entries(reading).map(([name, part]) => `${name} ${part}`);
	// Most changes change nothing. Those that change the same in the same way share a line.
	const changes = new Map<string, string[]>();
	for (const { what, body } of changesOf(given.body)) {
		for (const difference of differences(reading, written(read(given, body)))) {
			changes.set(difference, [...(changes.get(difference) ?? []), what]);
		}
	}
	return [
		...lines,
		...[...changes].map(([difference, what]) => `  ${what.join('; ')}: ${difference}`),
	];
}

function written(parts: Record<string, unknown>): Reading {
	return Object.fromEntries(
		Object.entries(parts)
			.map(
				([name, part]) => [name, typeof part === 'string' ? part : JSON.stringify(part)] as const,
			)
			.filter(([, text]) => text !== undefined && !['{}', '[]', 'null'].includes(text)),
	);
}

/** One thing in an answer that is not as it was. */
interface Change {
	/** In the words of the file of readings. */
	what: string;
	body: unknown;
}

/** Deeper than this, and in rows, answers tell nothing of themselves. */
const MAX_DEPTH = 3;

/** The answer with each of its values taken away, emptied, or of another kind, one at a time. */
function changesOf(body: unknown): Change[] {
	return placesIn(body).flatMap(({ path, value }) => [
		{ what: `without ${path.join('.')}`, body: changed(body, path) },
		...othersFor(value).map((other) => ({
			what: `${path.join('.')} = ${JSON.stringify(other)}`,
			body: changed(body, path, { value: other }),
		})),
	]);
}

interface Spot {
	path: string[];
	value: unknown;
}

function placesIn(value: unknown, path: string[] = []): Spot[] {
	if (path.length >= MAX_DEPTH) return [];
	const entries = isRecord(value) ? Object.entries(value) : [];
	return entries.flatMap(([key, inner]) => [
		{ path: [...path, key], value: inner },
		...placesIn(inner, [...path, key]),
	]);
}

function othersFor(value: unknown): unknown[] {
	if (Array.isArray(value)) return [[]];
	if (isRecord(value)) return [{}];
	if (typeof value === 'string') return ['', 'other'];
	if (typeof value === 'number') return [0];
	if (typeof value === 'boolean') return [!value];
	return ['other', true];
}

function changed(body: unknown, [key = '', ...rest]: string[], to?: { value: unknown }): unknown {
	const edit = (inner: unknown) => (rest.length === 0 ? to?.value : changed(inner, rest, to));
	const isGone = rest.length === 0 && to === undefined;
	if (Array.isArray(body)) {
		const others = body.slice(1) as unknown[];
		return isGone ? others : [edit(body[0]), ...others];
	}
	const entries = Object.entries(body as IDataObject).flatMap(([name, value]) => {
		if (name !== key) return [[name, value]];
		return isGone ? [] : [[name, edit(value)]];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** What is read otherwise; a part that is no longer read is a dash. */
function differences(before: Reading, after: Reading): string[] {
	const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	return names
		.filter((name) => before[name] !== after[name])
		.map((name) => `${name} ${after[name] ?? '-'}`);
}
