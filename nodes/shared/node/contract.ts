import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toDocument, type Plans } from '../plan/plan';
import { mergePlans } from '../plan/merge';
import { readPlans } from '../plan/parse';
import { inputFailure, messageOf } from '../failure/Failure';
import { isRecord } from '../values/records';

export function contractOfInput(context: IExecuteFunctions): INodeExecutionData[] {
	const inputs = context.getInputData();
	const found = inputs.flatMap(({ json: { recognised } }) =>
		isRecord(recognised) && isRecord(recognised.contract) ? [recognised.contract] : [],
	);
	// The rows of a list have the same plan.
	const distinct = new Map(found.map((plan) => [JSON.stringify(plan), plan]));
	const { plans, conflicts } = mergePlans([...distinct.values()].map(plansIn));
	if (plans.size === 0) {
		throw inputFailure(
			'No input item contains contract data',
			"Turn on 'Explain Recognition' in the Options of the nodes that return the items.",
		);
	}
	const contract = toDocument(plans);
	const json = {
		responseContract: JSON.stringify(contract, null, 2),
		contract,
		endpointCount: plans.size,
		conflicts,
	};
	return [{ json, pairedItem: inputs.map((_, index) => ({ item: index })) }];
}

function plansIn(contract: unknown): Plans {
	try {
		return readPlans(contract);
	} catch (error) {
		throw inputFailure(
			messageOf(error).replace(/^.*?: /, "The field 'recognised.contract' is invalid: "),
			"The field 'recognised.contract' of an input item was changed. Pass the items to this node unchanged.",
		);
	}
}
