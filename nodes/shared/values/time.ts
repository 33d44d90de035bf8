export function iso(time: number): string {
	return new Date(time).toISOString();
}
