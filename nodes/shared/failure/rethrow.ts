/** For errors that go on as they came: of what is caught, nobody knows that it is an Error. */
export function asIs(error: unknown): unknown {
	return error;
}
