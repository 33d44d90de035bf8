import { inSlices } from '../clock';
import { toRequest } from '../request/draft';
import { fingerprint } from '../values/fingerprint';
import type { Call, Connection } from './Call';

/** Marks calls whose request, settings and credential are those of an earlier item. Returns how many items share how many requests. */
export async function markEqual(calls: Call[]): Promise<{ items: number; requests: number }> {
	const firsts = new Map<Connection, Map<string, number>>();
	const shared = new Set<number>();
	let repeats = 0;
	for await (const call of inSlices(calls)) {
		const { connection, index, draft, maxRows, resultQuery } = call;
		const settings = { ...call.settings, processedKey: undefined };
		const { url, body = '' } = toRequest(draft, connection.baseUrl);
		const rest = fingerprint(JSON.stringify([settings, maxRows, resultQuery]));
		const request = `${url}\n${body}\n${rest}`;
		const ofConnection = firsts.get(connection) ?? new Map<string, number>();
		firsts.set(connection, ofConnection);
		const first = ofConnection.get(request);
		if (first === undefined) ofConnection.set(request, index);
		else {
			call.equalTo = first;
			shared.add(first);
			repeats++;
		}
	}
	return { items: repeats + shared.size, requests: shared.size };
}
