import type { Content } from '../world/contents';
import type { Creator } from '../world/creators';
import type { World } from '../world/world';

/** Things of this world that examples and the printed commands can name. */
export interface Sample {
	creator: Creator;
	other: Creator;
	professional: Creator;
	content: Content;
	professionalContent: Content;
	email: string;
}

export function sampleOf(world: World): Sample {
	// Somebody that a screening has something to say about.
	const [creator, other] = world.creators.filter(
		({ platform, email, followers, riskiness }) =>
			!platform.professional && email && followers > 20_000 && riskiness > 0.3,
	);
	const professional = world.creators.find(({ platform }) => platform.professional);
	if (!creator?.email || !other || !professional) {
		throw new Error('The world is too small: it needs at least 100 creators');
	}
	return {
		creator,
		other,
		professional,
		content: world.contents(creator)[0],
		professionalContent: world.contents(professional)[0],
		email: creator.email,
	};
}
