// Prints every text of the nodes that a user can see, so that all of them can be read as one text.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { repositoryRoot } from './n8n/paths';

const FOLDERS = ['nodes', 'credentials'];
/** Names, paths and lists of recognised words are no sentences. */
const isText = (text: string): boolean =>
	/[A-Za-z]{2,} \S*[a-z]{2,}/.test(text) && /[A-Z.,'…]/.test(text);

/** A template with an ellipsis for each value. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map(({ literal }) => `…${literal.text}`)].join('');
}

function textsIn(path: string): string[] {
	const source = ts.createSourceFile(
		path,
		readFileSync(path, 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const found = new Set<string>();
	const visit = (node: ts.Node): void => {
		const text = ts.isImportDeclaration(node) ? undefined : textOf(node);
		if (text !== undefined && isText(text)) found.add(text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return [...found];
}

for (const folder of FOLDERS) {
	const files = readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' });
	for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
		const texts = textsIn(join(repositoryRoot, folder, file));
		if (texts.length > 0)
			console.log(`\n${folder}/${file}\n${texts.map((text) => `  ${text}`).join('\n')}`);
	}
}
