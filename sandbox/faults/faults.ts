import type { Clock } from '../clock';
import type { FaultRule } from './rule';
import { parseFaults } from './spec';

interface Entry {
	id: number;
	rule: FaultRule;
	setAt: number;
	seen: number;
	hits: number;
}

export interface FaultView extends FaultRule {
	id: number;
	hits: number;
	over: boolean;
}

export interface Target {
	method: string;
	/** Below the base path. */
	path: string;
	token: string;
	/** Rules in the header of the request. */
	specs: string[];
}

/** Rules of requests are remembered, so that `times` counts, but not without end. */
const REMEMBERED = 1000;

export class Faults {
	private readonly entries = new Map<number, Entry>();
	private readonly carried = new Map<string, Entry[]>();
	private lastId = 0;

	constructor(private readonly clock: Clock) {}

	/** Returns a function that takes the rule back. */
	add(rule: FaultRule): { id: number; remove(): void } {
		const entry = this.entry(rule);
		this.entries.set(entry.id, entry);
		return { id: entry.id, remove: () => this.remove(entry.id) };
	}

	remove(id: number): boolean {
		return this.entries.delete(id);
	}

	clear(): void {
		this.entries.clear();
		this.carried.clear();
	}

	list(): FaultView[] {
		return [...this.entries.values()].map((entry) => ({
			...entry.rule,
			id: entry.id,
			hits: entry.hits,
			over: this.isOver(entry),
		}));
	}

	/** The rules that strike this request; asking counts. */
	strike(target: Target): FaultRule[] {
		const carried = target.specs.flatMap((spec) =>
			this.remembered(`${target.token} ${spec}`, spec),
		);
		return [...this.entries.values(), ...carried]
			.filter((entry) => this.strikes(entry, target))
			.map(({ rule }) => rule);
	}

	private strikes(entry: Entry, { method, path, token }: Target): boolean {
		const { rule } = entry;
		if (this.isOver(entry)) return false;
		if (rule.method && rule.method.toUpperCase() !== method) return false;
		if (rule.token && rule.token !== token) return false;
		if (rule.path && !patternOf(rule.path).test(path)) return false;
		entry.seen += 1;
		if (entry.seen <= (rule.skip ?? 0)) return false;
		entry.hits += 1;
		return true;
	}

	private isOver({ rule, hits, setAt }: Entry): boolean {
		if (hits >= (rule.times ?? Infinity)) return true;
		return rule.kind === 'outage' && this.clock.now() >= setAt + (rule.seconds ?? 30) * 1000;
	}

	private remembered(key: string, spec: string): Entry[] {
		const known = this.carried.get(key);
		if (known) return known;
		const entries = parseFaults(spec).map((rule) => this.entry(rule));
		if (this.carried.size >= REMEMBERED) {
			const [oldest] = this.carried.keys();
			this.carried.delete(oldest);
		}
		this.carried.set(key, entries);
		return entries;
	}

	private entry(rule: FaultRule): Entry {
		this.lastId += 1;
		return { id: this.lastId, rule, setAt: this.clock.now(), seen: 0, hits: 0 };
	}
}

const patternOf = (glob: string): RegExp =>
	new RegExp(`^${glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')}$`);
