import { functionNode, startNode, type RunWorkflowOptions } from '../engine/engine';

/** A workflow that runs a node in so many rounds. */
export function loop(
	looped: RunWorkflowOptions['nodes'][number],
	rounds = Infinity,
): Pick<RunWorkflowOptions, 'nodes' | 'links' | 'observe'> {
	const { name } = looped;
	let round = 0;
	const again = functionNode('again', (items) => (++round < rounds ? [items, []] : [[], items]), {
		outputs: 2,
	});
	return {
		nodes: [{ name: 'Start', type: startNode }, looped, { name: 'Again', type: again }],
		links: [
			{ from: 'Start', to: name },
			{ from: name, to: 'Again' },
			{ from: 'Again', to: name, output: 0 },
		],
		observe: name,
	};
}
