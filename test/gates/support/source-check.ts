import * as ts from 'typescript';

/** Comments that switch a check off. */
const DIRECTIVE = /(?:es|ox)lint-(?:disable|enable)|@ts-(?:ignore|nocheck|expect-error)/;

/** A source without any of these words need not be parsed. */
const SUSPECT = new RegExp(`${DIRECTIVE.source}|\\bany\\b|\\bas\\s+unknown\\b`);

const isDoubleAssertion = (node: ts.Node): boolean =>
	ts.isAsExpression(node) &&
	ts.isAsExpression(node.expression) &&
	node.expression.type.kind === ts.SyntaxKind.UnknownKeyword;

/** What a source does to get around the compiler or the linters, with line numbers. */
export function findEvasions(file: string, source: string): string[] {
	if (!SUSPECT.test(source)) return [];
	const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
	const found: Array<{ position: number; what: string }> = [];
	const report = (position: number, what: string) => found.push({ position, what });

	const seen = new Set<number>();
	const checkComments = (comments: ts.CommentRange[] = []) => {
		for (const comment of comments) {
			if (seen.has(comment.pos)) continue;
			seen.add(comment.pos);
			const directive = DIRECTIVE.exec(source.slice(comment.pos, comment.end));
			if (directive) report(comment.pos, directive[0]);
		}
	};
	const visit = (node: ts.Node): void => {
		checkComments(ts.getLeadingCommentRanges(source, node.getFullStart()));
		checkComments(ts.getTrailingCommentRanges(source, node.getEnd()));
		if (node.kind === ts.SyntaxKind.AnyKeyword) report(node.getStart(), 'any');
		if (isDoubleAssertion(node)) report(node.getStart(), 'as unknown as');
		node.getChildren().forEach(visit);
	};
	visit(parsed);
	return found
		.sort((a, b) => a.position - b.position)
		.map(({ position, what }) => {
			const { line } = parsed.getLineAndCharacterOfPosition(position);
			return `${file}:${line + 1} ${what}`;
		});
}
