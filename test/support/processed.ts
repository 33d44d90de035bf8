import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
} from 'n8n-workflow';

/** n8n's store of processed items, in memory: a list of keys for each node. */
export class ProcessedStore implements IDataDeduplicator {
	rows: Record<string, string[]> = {};

	/** Called before and after each access, which it can fail. */
	onAccess: (what: string) => void = () => undefined;

	private row(scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData): string[] {
		if (workflow.id === undefined) throw new Error('The workflow has no ID');
		return (this.rows[`${workflow.id}/${scope === 'node' ? node?.id : ''}`] ??= []);
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		{ maxEntries = Infinity }: ICheckProcessedOptions,
	) {
		this.onAccess('check');
		const row = this.row(scope, context);
		const known = new Set(row);
		const found = {
			new: items.filter((each) => !known.has(String(each))),
			processed: items.filter((each) => known.has(String(each))),
		};
		row.push(...found.new.map(String));
		row.splice(0, row.length - maxEntries);
		this.onAccess('recorded');
		return found;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	) {
		this.onAccess('remove');
		const removed = new Set(items.map(String));
		const row = this.row(scope, context);
		row.splice(0, row.length, ...row.filter((each) => !removed.has(each)));
		this.onAccess('removed');
	}

	async clearAllProcessedItems() {
		this.rows = {};
	}

	async getProcessedDataCount(
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<number> {
		return this.row(scope, context).length;
	}
}

/** An empty store for each test. */
export function useProcessedStore(): ProcessedStore {
	const store = new ProcessedStore();
	beforeAll(async () => {
		const { DataDeduplicationService } = await import('n8n-core');
		// All test files of a worker share n8n-core.
		Reflect.set(DataDeduplicationService, 'instance', undefined);
		await DataDeduplicationService.init(store);
	});
	beforeEach(() => {
		store.rows = {};
		store.onAccess = () => undefined;
	});
	return store;
}
