/** What only the owner of the package knows. */
export interface Placeholder {
	/** File and line. */
	place: string;
	line: string;
}

interface Manifest {
	author: { name: string; email: string };
	repository: { url: string };
}

/** Lines with an address of the repository, the author, or words that are only right before the first release. */
export function placeholders(files: Record<string, string>): Placeholder[] {
	const { author, repository } = JSON.parse(files['package.json']) as Manifest;
	const wanted = [
		repository.url.replace(/^git\+|\.git$/g, ''),
		author.name,
		author.email,
		'not on npm yet',
	];
	return Object.entries(files).flatMap(([file, text]) =>
		text
			.split('\n')
			.map((line, index) => ({ place: `${file}:${index + 1}`, line: line.trim() }))
			.filter(({ line }) => wanted.some((each) => line.includes(each))),
	);
}
