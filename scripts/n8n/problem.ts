/** Something the user can do something about: shown as it is, without a stack. */
export class Problem extends Error {
	constructor(
		message: string,
		readonly advice?: string,
	) {
		super(message);
		this.name = 'Problem';
	}
}

export function errorCode(error: unknown): string | undefined {
	if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
	return typeof error.code === 'string' ? error.code : undefined;
}

export function explain(error: unknown): string {
	if (error instanceof Problem) {
		return error.advice ? `${error.message}\n${error.advice}` : error.message;
	}
	if (errorCode(error) === 'ENOSPC') return 'There is no space left on the disk.';
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
