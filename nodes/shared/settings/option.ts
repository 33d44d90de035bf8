import type { INodeProperties } from 'n8n-workflow';

import { callsService, type Operation } from '../catalogue/types';
import { splitNames, textOf } from '../values/text';
import { readBoolean, readChoice, readNumber } from '../values/readers';
import { isRecord } from '../values/records';

type Control = Omit<INodeProperties, 'displayName' | 'name'>;

/** All there is to know of an option: n8n's control, and how its value is read. */
interface Option<T = unknown> {
	readonly label: string;
	readonly unit?: string;
	readonly appliesTo: (operation: Operation) => boolean;
	readonly control: Control;
	readonly varies?: (operation: Operation) => Partial<Control>;
	/** `where` names the option in errors. */
	readonly read: (entered: unknown, where: string) => T;
}

export type Options = Readonly<Record<string, Option>>;

type Values<T extends Options> = { [Name in keyof T]: ReturnType<T[Name]['read']> };

interface OptionProperties extends Pick<INodeProperties, 'noDataExpression' | 'placeholder'> {
	/** A sentence without its period. */
	about?: string;
	unit?: string;
	/** What it begins with once it is added, if that differs from not adding it. */
	whenAdded?: boolean | string;
	/** The operations that have it; all that call the service if left out. */
	for?: (operation: Operation) => boolean;
	varies?: Option['varies'];
}

function option<T>(
	label: string,
	{ about, unit, whenAdded, for: appliesTo = callsService, varies, ...words }: OptionProperties,
	control: Control,
	read: Option<T>['read'],
): Option<T> {
	const added = whenAdded === undefined ? {} : { default: whenAdded };
	const described = about === undefined ? {} : { description: about };
	const all = { ...control, ...added, ...words, ...described };
	return { label, unit, appliesTo, varies, control: all, read };
}

export function booleanOption(
	label: string,
	words: OptionProperties,
	initial = false,
): Option<boolean> {
	return option(label, words, { type: 'boolean', default: initial }, (entered, where) =>
		readBoolean(entered, where, initial),
	);
}

export function numberOption(
	label: string,
	initial: number,
	{ min = 0, ...words }: OptionProperties & { min?: number },
): Option<number> {
	return option(label, words, { type: 'number', default: initial }, (entered, where) =>
		readNumber(entered ?? initial, where, min),
	);
}

/** `undefined` if it is empty; an expression may give a number or an object. */
export function textOption(
	label: string,
	words: OptionProperties,
	check: (entered: string, where: string) => string = (entered) => entered,
): Option<string | undefined> {
	return option(label, words, { type: 'string', default: '' }, (entered, where) => {
		const given = textOf(entered).trim();
		return given === '' ? undefined : check(given, where);
	});
}

/** Separated by commas. */
export function names(
	label: string,
	words: OptionProperties,
	check: (name: string) => void = () => undefined,
): Option<string[]> {
	return option(label, words, { type: 'string', default: '' }, (entered) => {
		const given = splitNames(entered);
		given.forEach(check);
		return given;
	});
}

export function choiceOption<const Value extends string | boolean>(
	label: string,
	initial: NoInfer<Value>,
	choices: ReadonlyArray<{ value: Value; name: string; description?: string }>,
	words: OptionProperties,
): Option<Value> {
	const values = choices.map(({ value }) => value);
	return option(
		label,
		words,
		{ type: 'options', default: initial, options: [...choices] },
		(entered, where) => readChoice(entered, where, values) ?? initial,
	);
}

/** Choices by their values. */
export function listed<const Value extends string>(labels: Record<Value, string>) {
	return Object.entries<string>(labels).map(([value, name]) => ({ value: value as Value, name }));
}

export function propertyOf(
	name: string,
	{ label, unit, control, varies }: Option,
	operation?: Operation,
): INodeProperties {
	const displayName = unit === undefined ? label : `${label} (${unit})`;
	return { displayName, name, ...control, ...(operation && varies?.(operation)) };
}

/** `suffix` is added to the label of an option in error messages. */
export function readValues<T extends Options>(
	options: T,
	entered: unknown,
	suffix = ' in Options',
	operation?: Operation,
): Values<T> {
	const given = isRecord(entered) ? entered : {};
	const initial = ({ appliesTo, varies }: Option) =>
		operation && appliesTo(operation) ? varies?.(operation).default : undefined;
	return Object.fromEntries(
		Object.entries(options).map(([name, option]) => [
			name,
			option.read(given[name] ?? initial(option), `'${option.label}'${suffix}`),
		]),
	) as Values<T>;
}
