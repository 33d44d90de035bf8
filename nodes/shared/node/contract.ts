import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toDocument, type EndpointContracts } from '../contract/contract';
import { mergePieces } from '../contract/learn';
import { readPieces } from '../contract/parse';
import { Failure, inputFailure } from '../failure/Failure';
import { isRecord } from '../values/records';

export function contractOfInput(context: IExecuteFunctions): INodeExecutionData[] {
	const inputs = context.getInputData();
	const found = inputs.flatMap(({ json: { recognised } }) =>
		isRecord(recognised) && isRecord(recognised.contract) ? [recognised.contract] : [],
	);
	// The rows of a list have the same piece.
	const distinct = new Map(found.map((piece) => [JSON.stringify(piece), piece]));
	const { pieces, conflicts } = mergePieces([...distinct.values()].map(piecesIn));
	if (pieces.size === 0) {
		throw inputFailure(
			'No input item contains contract data',
			"Turn on 'Explain Recognition' in the Options of the nodes that return the items.",
		);
	}
	const contract = toDocument(pieces);
	const json = {
		responseContract: JSON.stringify(contract, null, 2),
		contract,
		endpointCount: pieces.size,
		conflicts,
	};
	return [{ json, pairedItem: inputs.map((_, index) => ({ item: index })) }];
}

function piecesIn(contract: unknown): EndpointContracts {
	try {
		return readPieces(contract);
	} catch (error) {
		throw error instanceof Failure
			? error.with({
					description:
						"The field 'recognised.contract' of an input item was changed. Pass the items to this node unchanged.",
				})
			: error;
	}
}
