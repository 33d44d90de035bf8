import type { IDataObject } from 'n8n-workflow';

import { withReport } from '../../../../nodes/shared/node/report';
import { readSettings } from '../../../../nodes/shared/settings';

const items = [
	{ json: { full_name: 'Ada', followers: 1 } },
	{ json: { name: 'Bob', followers: 2 } },
];
const made = async (options: IDataObject) =>
	await withReport({ items, settings: readSettings(options) });

describe('a report', () => {
	it('is made only where it is asked for, and of something', async () => {
		const outcome = { items, settings: readSettings({}) };
		expect(await withReport(outcome)).toBe(outcome);
		expect(await withReport({ items })).toEqual({ items });
		const nothing = { items: [], settings: readSettings({ htmlReport: true }) };
		expect(await withReport(nothing)).toBe(nothing);
	});

	it('of all items stands on the first one, as a file', async () => {
		const [first, second] = (await made({ htmlReport: true })).items;
		expect(first).toMatchObject({ json: items[0]?.json, report: { type: 'text/html' } });
		expect(first?.json).not.toHaveProperty('reportHtml');
		expect(String(first?.report?.bytes)).toMatch(/Ada[^]*Bob/);
		expect(second).toBe(items[1]);
	});

	it('or as text, or as both', async () => {
		const [text] = (await made({ reportAsText: true })).items;
		expect(text?.json).toMatchObject({
			full_name: 'Ada',
			reportHtml: expect.stringMatching(/Bob/),
		});
		expect(text).not.toHaveProperty('report');
		const [both] = (await made({ reportAsText: true, htmlReport: true })).items;
		expect(both).toMatchObject({
			json: { reportHtml: expect.any(String) },
			report: { type: 'text/html' },
		});
	});

	it('that cannot be made costs no item', async () => {
		let looks = 0;
		const broken = {
			get json(): IDataObject {
				if (++looks === 1) throw new Error('Broken');
				return { full_name: 'Ada' };
			},
		};
		const { items: kept } = await withReport({
			items: [broken, ...items],
			settings: readSettings({ htmlReport: true }),
		});
		expect(kept).toEqual([
			{ json: { full_name: 'Ada', incomplete: 'The report could not be made' } },
			...items,
		]);
	});
});
