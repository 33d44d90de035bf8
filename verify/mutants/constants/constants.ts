import ts from 'typescript';

/** A number with a name, at the top of a module. */
export interface Constant {
	name: string;
	/** Where its value is in the source. */
	start: number;
	end: number;
	value: number;
}

const NAME = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

export function constantsIn(source: string): Constant[] {
	const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest);
	return file.statements
		.filter(ts.isVariableStatement)
		.flatMap(({ declarationList }) => [...declarationList.declarations])
		.flatMap(({ name, initializer }) => {
			if (!ts.isIdentifier(name) || !NAME.test(name.text) || !initializer) return [];
			const value = valueOf(initializer);
			const [start, end] = [initializer.getStart(file), initializer.end];
			return value === undefined ? [] : [{ name: name.text, start, end, value }];
		});
}

/** Of a number, or of an arithmetic expression of numbers. */
function valueOf(node: ts.Expression): number | undefined {
	if (ts.isNumericLiteral(node)) return Number(node.text);
	if (ts.isParenthesizedExpression(node)) return valueOf(node.expression);
	if (!ts.isBinaryExpression(node)) return undefined;
	const [left, right] = [valueOf(node.left), valueOf(node.right)];
	const calculate = OPERATORS.get(node.operatorToken.kind);
	return left === undefined || right === undefined ? undefined : calculate?.(left, right);
}

const OPERATORS = new Map<ts.SyntaxKind, (left: number, right: number) => number>([
	[ts.SyntaxKind.PlusToken, (left, right) => left + right],
	[ts.SyntaxKind.MinusToken, (left, right) => left - right],
	[ts.SyntaxKind.AsteriskToken, (left, right) => left * right],
	[ts.SyntaxKind.SlashToken, (left, right) => left / right],
	[ts.SyntaxKind.AsteriskAsteriskToken, (left, right) => left ** right],
]);

const TIME_OR_UNIT = /(_MS|_SECONDS|^SECONDS?|^DAY|^MEGABYTE)$/;

/**
 * Values that a test has to notice: a count or a length one lower and one higher, a time, a unit
 * or a share a quarter lower and higher, as nobody sees a millisecond.
 */
export const changesOf = ({ name, value }: Constant): number[] =>
	TIME_OR_UNIT.test(name) || !Number.isInteger(value)
		? [(value * 3) / 4, (value * 5) / 4]
		: [value - 1, value + 1];
