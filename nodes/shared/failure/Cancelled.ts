/** The user stopped the execution, it ran into its time limit, or another item failed. */
export class Cancelled extends Error {
	/** `underWay`: a request had been sent, and its answer was not waited for. */
	constructor(readonly underWay = false) {
		super('The execution was cancelled');
		this.name = 'Cancelled';
	}

	/** A request had been sent, and may take effect. */
	static underWay(): Cancelled {
		return new Cancelled(true);
	}
}
