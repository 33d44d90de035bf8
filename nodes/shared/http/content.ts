/** What a response holds, whatever it was sent as. */
export type Content =
	| { kind: 'empty' }
	| { kind: 'data'; value: unknown }
	| { kind: 'text'; text: string }
	| { kind: 'file'; file: FileContent };

export interface FileContent {
	bytes: Buffer;
	name: string;
	type: string;
}
