import type { IDataObject } from 'n8n-workflow';

/** An object under a dotted path: `a.b` is `{ a: { b: value } }`; without a path, the object itself. */
export const within = (path: string, value: IDataObject): IDataObject =>
	path
		.split('.')
		.filter(Boolean)
		.reduceRight<IDataObject>((inner, key) => ({ [key]: inner }), value);
