import type { INodeTypeDescription } from 'n8n-workflow';

import {
	callsService,
	readsRows,
	type NodeCatalogue,
	type Operation,
	type OperationKind,
} from '../catalogue/types';
import { section } from './merge';

/**
 * What n8n's AI builder does not read elsewhere: what the operation does, as its heading is the
 * description of the resource, and the output. The same words stand once.
 */
export function builderHint(catalogue: NodeCatalogue): INodeTypeDescription['builderHint'] {
	const said = section(catalogue, (operation) => [
		`${aboutOf(operation)}Returns ${outputOf(operation)}`,
	]);
	return {
		extraTypeDefContent: said.map(({ show, value }) => ({
			content: value,
			displayOptions: { show },
		})),
	};
}

/** The names of those of a dictionary say it all. */
function aboutOf(operation: Operation): string {
	const isWords = callsService(operation) && operation.dictionary === true;
	return isWords ? '' : `${JOB_STEPS[operation.kind] ?? operation.description}. `;
}

const JOB_STEPS: Partial<Record<OperationKind, string>> = {
	submit: 'Starts a job and returns at once',
	get: 'Reads the state of a job and, if it has finished, its result',
	submitAndWait: 'Starts a job and waits for its result',
};

function outputOf(operation: Operation): string {
	const { kind } = operation;
	if (kind === 'contract') return 'one item: the contract';
	if (!callsService(operation)) return 'one item with the file in binary field "report"';
	if (kind === 'submit') return 'one item: the response, with job.id and job.state';
	const rows = readsRows(operation) ? 'one item per row' : 'one item: the response';
	return 'job' in operation ? `${rows}, with job.id and job.state` : rows;
}
