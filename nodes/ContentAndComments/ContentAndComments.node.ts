import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { areaDescription, areaExecute, areaMethods } from '../area';
import { subtitle } from '../shared/description/subtitle';
import { contentAndComments } from './catalogue';

export class ContentAndComments implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Content and Comments',
		name: 'contentAndComments',
		icon: {
			light: 'file:../../icons/contentAndComments.svg',
			dark: 'file:../../icons/contentAndComments.dark.svg',
		},
		subtitle: subtitle(contentAndComments),
		description: 'Fetch the public content and comments of profiles and content items',
		defaults: { name: 'Content and Comments' },
		usableAsTool: true,
		...areaDescription(contentAndComments, 'content'),
	};

	methods = areaMethods(contentAndComments);

	execute = areaExecute(contentAndComments);
}
