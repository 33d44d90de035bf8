import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../engine/package';
import { files, readConversations, readYaml } from './support/format';

type Promised = string | { says: string; held?: string };

const { todo, ...pages } = readYaml('promises.yaml') as Record<string, Record<string, Promised>> & {
	todo: string[];
};
const promises = Object.entries(pages).flatMap(([page, entries]) =>
	Object.entries(entries).map(([name, promised]) => ({
		id: `${page}.${name}`,
		page,
		...(typeof promised === 'string' ? { says: promised } : promised),
	})),
);
const shown = new Set(files.flatMap(readConversations).flatMap(({ promises: ids }) => ids));

/** Without links, emphasis and tables: a sentence as it is read. */
const plain = (markdown: string) =>
	markdown
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/[_*`|]/g, '')
		.replace(/\s+/g, ' ');

it.each(Object.keys(pages))('docs/%s.md says what the table says', (page) => {
	const text = plain(readFileSync(join(projectRoot, 'docs', `${page}.md`), 'utf8'));
	const missing = promises.filter((each) => each.page === page && !text.includes(plain(each.says)));
	expect(missing.map(({ id }) => id)).toEqual([]);
});

it('each promise is shown by a transcript or held by a test', () => {
	const isHeld = (path?: string) => path !== undefined && existsSync(join(projectRoot, path));
	const open = promises.filter(({ id, held }) => !shown.has(id) && !isHeld(held));
	expect(open.map(({ id }) => id).sort()).toEqual(todo);
});

it('transcripts name promises of the table', () => {
	const ids = new Set(promises.map(({ id }) => id));
	expect([...shown].filter((id) => !ids.has(id))).toEqual([]);
});
