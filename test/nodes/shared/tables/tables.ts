import ts from 'typescript';

/** A word of a table in the source: a key, a unit, a phrase, a header, an alternative of a pattern. */
export interface Entry {
	/** The constant or function that holds it. */
	table: string;
	word: string;
	/** What to take out of the source to be without it. */
	start: number;
	end: number;
}

/** Calls that take words: those of a list between spaces, or phrases between commas. */
const LISTS: Record<string, RegExp> = {
	words: /[^ ]+/g,
	keys: /[^ ]+/g,
	oneOf: /[^,\s][^,]*/g,
	phrases: /[^,\s][^,]*/g,
};

export function entriesIn(source: string): Entry[] {
	const file = ts.createSourceFile('', source, ts.ScriptTarget.Latest, true);
	const found: Entry[] = [];
	const visit = (node: ts.Node, table: string) => {
		const name = nameOf(node);
		const within = name === undefined ? table : [table, name].filter(Boolean).join('.');
		for (const { text, start, end } of partsOf(node)) {
			found.push({ table: within, word: text, start, end });
		}
		ts.forEachChild(node, (child) => visit(child, within));
	};
	visit(file, '');
	return found.filter(({ table }) => table !== '');
}

function nameOf(node: ts.Node): string | undefined {
	const isNamed =
		ts.isVariableDeclaration(node) ||
		ts.isFunctionDeclaration(node) ||
		ts.isMethodDeclaration(node) ||
		(ts.isPropertyAssignment(node) && !ts.isStringLiteral(node.initializer));
	return isNamed ? node.name?.getText() : undefined;
}

interface Part {
	text: string;
	start: number;
	end: number;
}

function partsOf(node: ts.Node): Part[] {
	if (ts.isRegularExpressionLiteral(node)) {
		const text = node.getText();
		return alternatives(text.slice(1, text.lastIndexOf('/')), node.getStart() + 1);
	}
	if (ts.isTemplateExpression(node)) {
		const isPattern = node.parent.getText().startsWith('new RegExp');
		return isPattern ? alternatives(node.getText().slice(1, -1), node.getStart() + 1) : [];
	}
	if (ts.isStringLiteral(node)) return inString(node);
	if (!ts.isArrayLiteralExpression(node)) return [];
	const words = node.elements.filter(ts.isStringLiteral);
	const isTable = words.length > 1 && words.length === node.elements.length;
	return isTable ? words.map((each) => wholeOf(each, each.text)) : [];
}

/** With the comma behind it. */
function wholeOf(node: ts.Node, text: string): Part {
	const behind = /^\s*,/.exec(node.getSourceFile().text.slice(node.getEnd()));
	return { text, start: node.getStart(), end: node.getEnd() + (behind?.[0].length ?? 0) };
}

function inString(node: ts.StringLiteral): Part[] {
	const { parent, text } = node;
	const start = node.getStart() + 1;
	if (ts.isVariableDeclaration(parent) && /^[\w?]+(\|[\w?]+)+$/.test(text)) {
		return alternatives(text, start);
	}
	const isOfMap = ts.isPropertyAssignment(parent) && parent.initializer === node;
	if (isOfMap && ts.isStringLiteral(parent.name)) {
		return [wholeOf(parent, parent.name.text)];
	}
	const pattern = ts.isCallExpression(parent) && LISTS[parent.expression.getText()];
	if (!pattern) return [];
	return [...text.matchAll(pattern)].map(({ 0: word, index }) => {
		const behind = /^[, ]+/.exec(text.slice(index + word.length))?.[0].length ?? 0;
		const before = behind > 0 ? 0 : (/[, ]+$/.exec(text.slice(0, index))?.[0].length ?? 0);
		const [from, to] = [start + index - before, start + index + word.length + behind];
		return { text: word, start: from, end: to };
	});
}

interface Branch {
	start: number;
	end: number;
	isSplit: boolean;
}

/** The alternatives of a pattern that hold no others, without signs that stand for no word. */
function alternatives(pattern: string, offset: number): Part[] {
	const found: Part[] = [];
	const open: Branch[][] = [[{ start: 0, end: 0, isSplit: false }]];
	const close = (at: number) => {
		const branches = open.pop() ?? [];
		const last = branches.at(-1);
		if (last !== undefined) last.end = at;
		const isSplit = branches.length > 1;
		const outer = open.at(-1)?.at(-1);
		if (outer !== undefined) {
			outer.isSplit ||= isSplit || branches.some((each) => each.isSplit);
		}
		for (const [index, { start, end, isSplit: isOuter }] of branches.entries()) {
			const text = pattern.slice(start, end);
			const isWord = /[a-z]/i.test(text.replace(/\\p\{.*?\}|\\.|\(\?[:=!<]+|\$\{.*?\}/g, ''));
			if (!isSplit || isOuter || !isWord) continue;
			// The bar behind it, or that before the last one.
			const isLast = index === branches.length - 1;
			const [from, to] = isLast ? [start - 1, end] : [start, end + 1];
			found.push({ text, start: offset + from, end: offset + to });
		}
	};
	const signs = /\\.|\[(?:\\.|[^\]\\])*\]|\$\{.*?\}|\((?:\?(?:[:=!]|<[=!]))?|[)|]/g;
	for (const { 0: sign, index } of pattern.matchAll(signs)) {
		const end = index + sign.length;
		if (sign.startsWith('(')) open.push([{ start: end, end, isSplit: false }]);
		else if (sign === ')') close(index);
		else if (sign === '|') {
			const last = open.at(-1)?.at(-1);
			if (last !== undefined) last.end = index;
			open.at(-1)?.push({ start: end, end, isSplit: false });
		}
	}
	close(pattern.length);
	return found;
}
