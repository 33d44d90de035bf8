import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { withReport } from '../../../../nodes/shared/node/report';
import { callWith } from '../../../support/options';

const items = [
	{ json: { full_name: 'Ada', followers: 1 } },
	{ json: { name: 'Bob', followers: 2 } },
];
const made = async (options: INodeParameters) =>
	await withReport({ items, call: callWith(options) });

describe('a report', () => {
	it('is created only on request, and only with items', async () => {
		const outcome = { items, call: callWith({}) };
		expect(await withReport(outcome)).toBe(outcome);
		expect(await withReport({ items })).toEqual({ items });
		const nothing = { items: [], call: callWith({ report: 'file' }) };
		expect(await withReport(nothing)).toBe(nothing);
	});

	it('of all items is attached to the first one, as a file', async () => {
		const [first, second] = (await made({ report: 'file' })).items;
		expect(first).toMatchObject({ json: items[0]?.json, report: { type: 'text/html' } });
		expect(first?.json).not.toHaveProperty('reportHtml');
		expect(first?.json.reportView).toMatch(/browser.*mail, chat or a drive.*File and Text/);
		expect(String(first?.report?.bytes)).toMatch(/Bob[^]*Ada/);
		expect(second).toBe(items[1]);
	});

	it('or as a file and as text', async () => {
		const [both] = (await made({ report: 'fileAndText' })).items;
		expect(both).toMatchObject({
			json: {
				full_name: 'Ada',
				reportView: expect.stringMatching(/HTML node/),
				reportHtml: expect.stringMatching(/Bob/),
			},
			report: { type: 'text/html' },
		});
	});

	it('that cannot be created does not lose an item', async () => {
		let looks = 0;
		const broken = {
			get json(): IDataObject {
				if (++looks === 1) throw new Error('Broken');
				return { full_name: 'Ada' };
			},
		};
		const { items: kept } = await withReport({
			items: [broken, ...items],
			call: callWith({ report: 'file' }),
		});
		expect(kept).toEqual([
			{ json: { full_name: 'Ada', incomplete: 'The report could not be created' } },
			...items,
		]);
	});
});
