import * as ts from 'typescript';

/** Comments that switch a check off. */
const DIRECTIVE = /(?:es|ox)lint-(?:disable|enable)|@ts-(?:ignore|nocheck|expect-error)/;

const isDoubleAssertion = (node: ts.Node): boolean =>
	ts.isAsExpression(node) &&
	ts.isAsExpression(node.expression) &&
	node.expression.type.kind === ts.SyntaxKind.UnknownKeyword;

/** What a TypeScript source does to get around the compiler or the linters, with line numbers. */
export function findEvasions(file: string, source: string): string[] {
	const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const report = (position: number, what: string) => {
		const { line } = parsed.getLineAndCharacterOfPosition(position);
		found.push(`${file}:${line + 1} ${what}`);
	};

	const seen = new Set<number>();
	const checkComments = (position: number) => {
		for (const comment of ts.getLeadingCommentRanges(source, position) ?? []) {
			if (seen.has(comment.pos)) continue;
			seen.add(comment.pos);
			const directive = DIRECTIVE.exec(source.slice(comment.pos, comment.end));
			if (directive) report(comment.pos, directive[0]);
		}
	};
	const visit = (node: ts.Node): void => {
		checkComments(node.getFullStart());
		if (node.kind === ts.SyntaxKind.AnyKeyword) report(node.getStart(), 'any');
		if (isDoubleAssertion(node)) report(node.getStart(), 'as unknown as');
		node.getChildren().forEach(visit);
	};
	visit(parsed);
	return found;
}
