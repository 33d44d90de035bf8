/** The interface shows no fields: names are suggested, and never sent on their own. */
export function fieldHint(names: string): string {
	return `Names are those of your service; common ones: ${names}`;
}
