import { bare } from './bare';
import type { Dialect } from './dialect';
import { enveloped } from './enveloped';
import { flat } from './flat';
import { linked } from './linked';
import { nested } from './nested';
import { streaming } from './streaming';

export const dialects = { flat, enveloped, streaming, bare, nested, linked } satisfies Record<
	string,
	Dialect
>;

export type DialectName = keyof typeof dialects;

export const isDialectName = (name: string): name is DialectName => Object.hasOwn(dialects, name);
export const dialectNames = Object.keys(dialects).filter(isDialectName);
