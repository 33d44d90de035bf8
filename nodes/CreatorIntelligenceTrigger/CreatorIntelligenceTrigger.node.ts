import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { editorMethods } from '../shared/editor/methods';
import { jobOfType } from './catalogue';
import { triggerProperties, triggerSubtitle } from './panel/properties';

export class CreatorIntelligenceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Creator Intelligence Trigger',
		name: 'creatorIntelligenceTrigger',
		icon: {
			light: 'file:../../icons/creatorIntelligence.svg',
			dark: 'file:../../icons/creatorIntelligence.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: triggerSubtitle,
		description: 'Starts the workflow when a job has finished or a monitored screening has changed',
		defaults: { name: 'Creator Intelligence Trigger' },
		polling: true,
		inputs: [],
		outputs:
			'={{ $parameter["event"] === "screeningChanged" ? [{ type: "main", displayName: "Changed" }] : $parameter["source"] === "submit" ? [{ type: "main", displayName: "Finished" }, { type: "main", displayName: "Submitted" }] : [{ type: "main", displayName: "Finished" }] }}',
		credentials: [
			{
				name: 'creatorIntelligenceApi',
				required: true,
				testedBy: 'testCreatorIntelligenceApi',
			},
		],
		properties: triggerProperties,
	};

	methods = editorMethods(
		(parameter) => jobOfType(parameter('jobType') ?? 'screening'),
		async () => (await import('../endpoints')).ENDPOINTS,
	);

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		// With the first poll, as n8n loads all nodes when it starts.
		const { poll } = await import('./poll/poll');
		return await poll(this);
	}
}
