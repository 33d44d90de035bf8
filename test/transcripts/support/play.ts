import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { ManualClock } from '../../../sandbox/clock';
import { nodeOf } from '../../nodes/areas';
import { newProcess, Trigger } from '../../nodes/CreatorIntelligenceTrigger/trigger';
import { queryOf } from '../../nodes/parameters';
import {
	readBinary,
	retryExecution,
	runNode,
	type RunNodeOptions,
	type RunResult,
} from '../../engine/engine';
import { VirtualClock } from '../../support/virtualClock';
import type { Conversation, PlayedStep } from './format';
import { judge, type Item, type Shown, type Verdict } from './judge';
import { TOKEN, type Script, type ScriptedService } from './service';

const START = Date.parse('2026-01-01T00:00:00Z');

type Setup = Pick<PlayedStep, 'credential' | 'options' | 'parameters' | 'settings'> &
	Pick<PlayedStep, 'fields' | 'input' | 'query'>;

/** What a step does not set is as in the transcript; single options can be changed. */
function setupOf(conversation: Setup, step: Setup): Setup {
	const either = <Name extends keyof Setup>(name: Name) => step[name] ?? conversation[name];
	return {
		credential: { ...conversation.credential, ...step.credential },
		options: { ...conversation.options, ...step.options },
		parameters: { ...conversation.parameters, ...step.parameters },
		settings: { ...conversation.settings, ...step.settings },
		fields: either('fields'),
		input: either('input'),
		query: either('query'),
	};
}

function credentialOf({ credential }: Setup, url: string): ICredentialDataDecryptedObject {
	const { contract, strict = false, path = '' } = credential ?? {};
	const responseContract =
		contract === undefined ? '' : JSON.stringify({ version: 1, endpoints: contract });
	return {
		...{ baseUrl: `${url}${path}`, apiToken: TOKEN },
		...{ responseContract, strictContract: strict },
	};
}

function nodeOptions(chosen: string, setup: Setup, url: string): RunNodeOptions {
	const [node, resource, operation] = chosen.split(' ');
	const { input = [{}], fields, query, options, parameters, settings = {} } = setup;
	const { tries, onError, mode = 'trigger' } = settings;
	return {
		node: nodeOf(node),
		mode,
		credentials: credentialOf(setup, url),
		items: input.map((json) => ({ json: json as IDataObject })),
		...(tries !== undefined && { retryOnFail: { maxTries: tries, waitBetweenTries: 1 } }),
		...(onError === 'continue' && { onError: 'continueRegularOutput' }),
		...(onError === 'errorOutput' && { onError: 'continueErrorOutput' }),
		parameters: {
			...{ resource, operation },
			...(fields === undefined && { bodyMode: 'input' }),
			...(fields as INodeParameters),
			...(query && queryOf(query as IDataObject)),
			...(parameters as INodeParameters),
			options: options as INodeParameters,
		},
	};
}

/** How the hint that counts requests begins. */
const SUMMARY = 'Requests ';

type Observed = Omit<Shown, 'seconds' | 'script'>;

const errorText = (error: RunResult['error'] | Error | undefined): string | undefined =>
	error === undefined
		? undefined
		: [error.message, 'description' in error ? error.description : ''].join('\n').trim();

async function observedNode(result: RunResult, name: string): Promise<Observed> {
	const items: Item[] = [];
	// Failed items may have an output of their own.
	for (const item of result.items.flat()) {
		const { json, pairedItem, binary = {} } = item;
		const files: Record<string, string> = {};
		for (const name of Object.keys(binary))
			files[name] = (await readBinary(item, name)).toString('utf8');
		const paired = [pairedItem ?? []].flat()[0];
		items.push({ input: typeof paired === 'object' ? paired.item : paired, json, files });
	}
	const hints = (result.runData[name]?.at(-1)?.hints ?? []).map(({ message }) => message);
	return {
		items,
		error: result.status === 'success' ? undefined : errorText(result.error),
		hints: hints.filter((hint) => !hint.startsWith(SUMMARY)),
		summary: hints.filter((hint) => hint.startsWith(SUMMARY)).join('\n'),
		log: result.logs.map(({ message }) => message),
	};
}

type Play = (step: PlayedStep, setup: Setup) => Promise<Observed>;

function playNode(chosen: string, url: string): Play {
	let last: RunResult | undefined;
	return async ({ run = 'execute' }, setup) => {
		const options = nodeOptions(chosen, setup, url);
		const isRetry = run === 'retry' && last !== undefined;
		last = isRetry && last ? await retryExecution(last, options) : await runNode(options);
		return await observedNode(last, options.node.description.displayName);
	};
}

const LEFT = {
	'before saving': { saved: false, recorded: false },
	'before recording': { saved: true, recorded: false },
};

function playTrigger(parameters: INodeParameters, first: Setup, url: string): Play {
	const parametersOf = ({ options, query, parameters: more }: Setup): INodeParameters => ({
		...parameters,
		...(query && queryOf(query as IDataObject)),
		...(more as INodeParameters),
		options: options as INodeParameters,
	});
	const credential = credentialOf(first, url) as IDataObject;
	const trigger = new Trigger({ token: TOKEN, url }, parametersOf(first), { credential });
	return async ({ run, killed, start }, setup) => {
		if (start === 'restart') trigger.restart();
		if (start === 'publish') trigger.reactivate(parametersOf(setup));
		const { items, error, logs } = await trigger.poll(
			{ manual: run === 'test', ...(start === 'restart' && { activation: 'init' }) },
			killed && LEFT[killed],
		);
		const output = (at: number) => (items?.[at] ?? []).map(({ json }) => json);
		return {
			items: [],
			outputs: { finished: output(0), submitted: output(1), isExecution: items !== null },
			error: errorText(error),
			hints: [],
			summary: '',
			log: logs.map(({ message }) => message),
		};
	};
}

/** What each step of a transcript comes to. */
export async function play(
	conversation: Conversation,
	service: ScriptedService,
): Promise<Verdict[]> {
	const time = new VirtualClock({ time: new ManualClock(START) });
	time.install();
	// Random delays would make the number of polls, and some hints, a matter of luck. No two are equal.
	let drawn = 0;
	const random = jest.spyOn(Math, 'random').mockImplementation(() => 0.5 + ++drawn / 1e6);
	newProcess();
	service.reset(time);
	try {
		return await playSteps(conversation, service, time);
	} finally {
		await time.restore();
		random.mockRestore();
	}
}

async function playSteps(
	conversation: Conversation,
	service: ScriptedService,
	time: VirtualClock,
): Promise<Verdict[]> {
	const { node, trigger, steps } = conversation;
	const playStep =
		node === undefined
			? playTrigger(trigger as INodeParameters, conversation, service.url)
			: playNode(node, service.url);
	const verdicts: Verdict[] = [];
	for (const step of steps) {
		time.time.advance((step.after ?? 0) * 1_000);
		const began = time.elapsed;
		const script: Script = service.expect(step.expected.service);
		const observed = await playStep(step, setupOf(conversation, step));
		const shown: Shown = { ...observed, script, seconds: (time.elapsed - began) / 1_000 };
		verdicts.push(judge(step.expected, shown));
	}
	return verdicts;
}
