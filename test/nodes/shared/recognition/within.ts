import type { IDataObject } from 'n8n-workflow';

/** An object under a dotted path: `a.b` is `{ a: { b: value } }`. */
export const within = (path: string, value: IDataObject): IDataObject =>
	path.split('.').reduceRight<IDataObject>((inner, key) => ({ [key]: inner }), value);
