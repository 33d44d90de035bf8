import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { parse } from 'yaml';

/** A misspelt field would expect nothing. */
const strict = <T extends TProperties>(properties: T): TObject<T> =>
	Type.Object(properties, { additionalProperties: false });
const optional = Type.Optional;
const text = Type.String({ minLength: 1 });
const texts = Type.Array(text);
const record = Type.Record(Type.String(), Type.Unknown());
const count = Type.Integer({ minimum: 0 });

const ARROW = /^(GET|POST|PATCH) (\S+) -> (\d{3}|lost|cut|silence)$/;

const LineDetails = strict({
	/** A part of the body that the request must have. */
	sent: optional(record),
	headers: optional(Type.Record(Type.String(), Type.String())),
	/** Lines with the same label must have the same idempotency key, others another one. */
	key: optional(text),
	/** How many requests get this response: 1, or as many as are sent. */
	times: optional(Type.Union([count, Type.Literal('any')])),
	/** The body says that nothing was done, although the status is a success. */
	rejected: optional(Type.Boolean()),
	/** How many seconds pass before the response. */
	seconds: optional(count),
});

const User = strict({
	/** By input item: the JSON of each item of the output, or a text that its error contains. */
	items: optional(Type.Array(record)),
	/** What the error of the execution or poll contains. */
	error: optional(Type.Union([text, texts])),
	/** What each hint contains. There are no others. */
	hints: optional(texts),
	/** The whole hint that counts requests; by default what follows from `charged`. */
	summary: optional(Type.String()),
	/** What n8n's log contains. */
	log: optional(texts),
	/** Of the trigger: the items of its outputs. */
	finished: optional(Type.Array(Type.Unknown())),
	submitted: optional(Type.Array(Type.Unknown())),
	/** Of the trigger: an execution without items, which saves the state. */
	emptyExecution: optional(Type.Boolean()),
	/** Seconds that pass: at least, at most. */
	seconds: optional(Type.Tuple([Type.Number(), Type.Number()])),
	requests: count,
	/** POST and PATCH requests that the service may charge. */
	charged: count,
});
export type User = Static<typeof User>;

const SETUP = {
	/** Parameters of the node beside its resource and operation. */
	parameters: optional(record),
	/** Fields of the form; without any, the body is the input item. */
	fields: optional(record),
	query: optional(record),
	/** Options by their names, whatever their group. */
	options: optional(record),
	credential: optional(
		strict({
			contract: optional(record),
			strict: optional(Type.Boolean()),
			/** Of the base URL. */
			path: optional(text),
		}),
	),
	settings: optional(
		strict({
			/** Retry On Fail. */
			tries: optional(count),
			onError: optional(Type.Union([Type.Literal('continue'), Type.Literal('errorOutput')])),
			mode: optional(Type.Union([Type.Literal('manual'), Type.Literal('trigger')])),
		}),
	),
	input: optional(Type.Array(record)),
};

const OUTCOME = {
	service: optional(Type.Array(Type.Union([text, record]))),
	user: optional(User),
	/** The result is wrong or incomplete, and this sentence of a hint, an error or the log says so. */
	told: optional(text),
};

const Step = strict({
	...SETUP,
	...OUTCOME,
	/** A new execution or poll; "Retry execution"; "Test step" of the trigger. */
	run: optional(Type.Union([Type.Literal('execute'), Type.Literal('retry'), Type.Literal('test')])),
	/** Seconds since the step before. */
	after: optional(Type.Number()),
	/** n8n is killed in this poll: what it had done by then. */
	killed: optional(Type.Union([Type.Literal('before saving'), Type.Literal('before recording')])),
	/** n8n restarts, or the workflow is published again, before this poll. */
	start: optional(Type.Union([Type.Literal('restart'), Type.Literal('publish')])),
});
type StepData = Static<typeof Step>;

const Transcript = strict({
	name: text,
	/** Of promises.yaml. */
	promises: texts,
	/** Node, resource and operation. */
	node: optional(text),
	/** Parameters of the trigger, in the place of a node. */
	trigger: optional(record),
	...SETUP,
	...OUTCOME,
	steps: optional(Type.Array(Step)),
});
type TranscriptData = Static<typeof Transcript>;

export interface Line extends Static<typeof LineDetails> {
	method: string;
	path: string;
	response: string;
	body: unknown;
	/** As it is written. */
	title: string;
}

export interface Outcome {
	service: Line[];
	user: User;
	told?: string;
}

export interface PlayedStep extends StepData {
	expected: Outcome;
}

export interface Conversation extends Omit<TranscriptData, 'steps'> {
	steps: PlayedStep[];
}

export const FOLDER = join(__dirname, '..');

/** Why data is not of a form, with the name of what is wrong. */
function assertForm(schema: TObject, data: unknown, where: string): void {
	const [error] = Value.Errors(schema, data);
	if (error !== undefined) throw new Error(`${where}${error.path}: ${error.message}`);
}

function readLine(written: unknown): Line {
	const entry = typeof written === 'string' ? { [written]: null } : (written as object);
	const fields = Object.entries(entry);
	const arrow = fields.find(([key]) => ARROW.test(key));
	if (arrow === undefined)
		throw new Error(`Not a request and a response: ${JSON.stringify(entry)}`);
	const details = Object.fromEntries(fields.filter((field) => field !== arrow));
	assertForm(LineDetails, details, arrow[0]);
	const [, method, path, response] = ARROW.exec(arrow[0]) ?? [];
	return { ...details, method, path, response, body: arrow[1], title: arrow[0] };
}

function outcomeOf(where: string, { service = [], user, told }: Partial<StepData>): Outcome {
	if (user === undefined) throw new Error(`${where}: what does the user get?`);
	return { service: service.map(readLine), user, told };
}

function conversationOf(file: string, data: unknown): Conversation {
	assertForm(Transcript, data, `${file} ${JSON.stringify((data as { name?: string }).name)} `);
	const { steps, service, user, told, ...rest } = data as TranscriptData;
	const where = `${file}: ${rest.name}`;
	if ((rest.node === undefined) === (rest.trigger === undefined))
		throw new Error(`${where}: either 'node' or 'trigger'`);
	const written: StepData[] = steps ?? [{ service, user, told }];
	return {
		...rest,
		steps: written.map((step) => ({ ...step, expected: outcomeOf(where, step) })),
	};
}

export function readYaml(file: string): unknown {
	return parse(readFileSync(join(FOLDER, file), 'utf8'));
}

export const files = readdirSync(FOLDER).filter(
	(file) => file.endsWith('.yaml') && file !== 'promises.yaml',
);

export function readConversations(file: string): Conversation[] {
	return (readYaml(file) as unknown[]).map((data) => conversationOf(file, data));
}
