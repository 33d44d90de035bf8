import { namedAfterProfile, reportName } from '../../../../nodes/shared/response/namedFile';

const file = { bytes: Buffer.from('x'), type: 'application/pdf', name: 'generate-report.pdf' };

describe('a file of the service', () => {
	it.each([
		['the answer', { profile_url: 'https://x.example/ada' }, {}, 'report-ada.pdf'],
		['the input item', {}, { platform_username: 'ada' }, 'report-ada.pdf'],
		['nobody', { report_id: 1 }, { row: 1 }, 'generate-report.pdf'],
	])('is named after the profile that %s names', (_, json, input, name) => {
		const item = namedAfterProfile({ json: { ...json, fileName: file.name }, file }, input);
		expect(item.file?.name).toBe(name);
		expect(item.json.fileName).toBe(name);
	});

	it('that is not there has no name', () => {
		expect(namedAfterProfile({ json: { platform_username: 'ada' } }, {})).toEqual({
			json: { platform_username: 'ada' },
		});
	});

	it.each([
		['../../etc/passwd', 'report-etc-passwd.pdf'],
		['a b\n"c"', 'report-a-b-c.pdf'],
		['J\u00fcrgen.m', 'report-J\u00fcrgen.m.pdf'],
		['///', 'report.pdf'],
		['x'.repeat(81), `report-${'x'.repeat(80)}.pdf`],
	])('has a name that file systems accept: %j', (profile, name) => {
		expect(reportName(profile, '.pdf')).toBe(name);
	});
});
