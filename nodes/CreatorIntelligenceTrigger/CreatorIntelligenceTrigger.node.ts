import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { ENDPOINTS } from '../endpoints';
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
		eventTriggerDescription: 'Waiting for a job to finish or a screening to change',
		activationMessage:
			'n8n now checks the jobs and screenings at each poll, and starts an execution when one has finished or changed.',
		builderHint: {
			searchHint:
				"Watches the jobs of other workflows, or submits one on a schedule with source 'submit'. To wait in the same workflow, use Submit and Wait of an action node.",
			extraTypeDefContent: [
				{
					content:
						'Outputs: Finished (per job or row: its result, job.id, job.type, job.state); with source submit also Submitted (job.id); with screeningChanged only Changed (previous, current, changed)',
				},
			],
		},
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
		// n8n adds its poll times to the list, each time that it loads the node.
		properties: [...triggerProperties],
	};

	methods = editorMethods((parameter) => jobOfType(parameter('jobType') ?? 'screening'), ENDPOINTS);

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		// Loaded with the first poll: n8n loads all nodes at startup.
		const { poll } = await import('./poll/poll');
		return await poll(this);
	}
}
