import type { IContextObject } from 'n8n-workflow';

import { Ledger } from '../../../../nodes/shared/jobs/Ledger';

const open = (context: IContextObject, runIndex = 0) => new Ledger(context, runIndex);
const entry = { id: 'a', submittedAt: 1, request: 'r' };

describe('the ledger of submissions', () => {
	it('is found again by the next try, by item and request', () => {
		const context: IContextObject = {};
		open(context).write(0, entry);
		expect(open(context).find(0, 'r')).toEqual(entry);
		expect(open(context).find(1, 'r')).toBeUndefined();
		expect(open(context).find(0, 'changed')).toBeUndefined();
	});

	it('outlives being saved with the execution', () => {
		const context: IContextObject = {};
		open(context).write(3, { ...entry, id: 17 });
		const saved = JSON.parse(JSON.stringify(context)) as IContextObject;
		expect(open(saved).find(3, 'r')).toEqual({ ...entry, id: 17 });
	});

	it('knows of a submission before its id is known', () => {
		const context: IContextObject = {};
		open(context).write(0, { submittedAt: 1, request: 'r' });
		expect(open(context).find(0, 'r')).toEqual({ submittedAt: 1, request: 'r' });
		open(context).write(0, entry);
		expect(open(context).find(0, 'r')).toEqual(entry);
	});

	it('keeps the rounds of a loop apart', () => {
		const context: IContextObject = {};
		open(context, 1).write(0, entry);
		open(context, 11).write(0, { ...entry, id: 'b' });
		expect(open(context, 0).find(0, 'r')).toBeUndefined();
		open(context, 1).clear();
		expect(open(context, 1).find(0, 'r')).toBeUndefined();
		expect(open(context, 11).find(0, 'r')).toMatchObject({ id: 'b' });
	});

	it('forgets one item only', () => {
		const context: IContextObject = {};
		const ledger = open(context);
		ledger.write(1, entry);
		ledger.write(11, entry);
		ledger.forget(1);
		expect([ledger.find(1, 'r'), ledger.find(11, 'r')]).toEqual([undefined, entry]);
	});

	it('leaves nothing behind once all is well, and nothing that is not its own is touched', () => {
		const context: IContextObject = { other: { a: 1 } };
		const ledger = open(context);
		ledger.forget(5);
		ledger.clear();
		ledger.write(0, entry);
		ledger.write(1, entry);
		ledger.forget(0);
		ledger.clear();
		expect(context).toEqual({ other: { a: 1 } });
	});
});
