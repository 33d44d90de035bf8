import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { areaDescription, areaExecute, areaMethods } from '../area';
import { subtitle } from '../shared/description/subtitle';
import { creatorSearch } from './catalogue';

export class CreatorSearch implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Creator Search',
		name: 'creatorSearch',
		icon: {
			light: 'file:../../icons/creatorSearch.svg',
			dark: 'file:../../icons/creatorSearch.dark.svg',
		},
		subtitle: subtitle(creatorSearch),
		description: 'Find creators, analyse their profiles and audiences, and look up contacts',
		defaults: { name: 'Creator Search' },
		usableAsTool: true,
		...areaDescription(creatorSearch, 'creator'),
	};

	methods = areaMethods(creatorSearch);

	execute = areaExecute(creatorSearch);
}
