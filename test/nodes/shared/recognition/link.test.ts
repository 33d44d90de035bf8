import { findLink } from '../../../../nodes/shared/recognition/link';
import { within } from '../within';

const LINK = 'https://files.example.com/report.pdf?signature=1';
const PROFILE = 'https://social.example/creator';

describe('the link to a file', () => {
	it.each<[string, unknown]>([
		['download_url', { download_url: LINK }],
		['report_url', { report_url: LINK }],
		['file_url in data', { data: { file_url: LINK } }],
		['pdf_url in result', { result: { pdf_url: LINK } }],
		['url', { id: 1, url: LINK }],
		['report.url', { report: { url: LINK } }],
		['report_summary.url', { report_summary: { url: LINK, risk_rating: 1 } }],
		['file.href', { file: { href: LINK } }],
		['data_url in a wrapper', { onetime_export: { data_url: LINK, searches: [{ url: PROFILE }] } }],
		['ReportDownloadUrl', { ReportRequestStatus: { ReportDownloadUrl: LINK, Status: 'Success' } }],
		['a file in an object', { Job: { Input: { Uri: PROFILE }, Output: { OutputFileUri: LINK } } }],
		['urls[0]', { urls: [LINK] }],
		['output[0]', { urls: { get: PROFILE }, output: [LINK] }],
		['files[0].url', { files: [{ name: 'a', url: LINK }] }],
		['result', { status: 'COMPLETE', result: LINK }],
		['a relation', { _links: { self: { href: PROFILE }, download: { href: LINK } } }],
		[
			'a list of relations',
			{
				links: [
					{ rel: 'self', href: PROFILE },
					{ rel: 'result', href: LINK },
				],
			},
		],
		[
			'past other links',
			{ status_url: PROFILE, webhook_url: PROFILE, avatar_url: PROFILE, result_url: LINK },
		],
		['past the file that went in', { source_file_url: PROFILE, report_url: LINK }],
		['past the list of errors', { error_report_url: PROFILE, report_url: LINK }],
		['past the source', { source: { download_url: PROFILE }, report: { download_url: LINK } }],
		['past the report before', { previous_report: { url: PROFILE }, report: { url: LINK } }],
		['the last export alone', { id: 1, last_export: { download_url: LINK }, status: 'done' }],
		['the report of an alert alone', { alert_report_url: LINK }],
		['past the last report', { last_report_url: PROFILE, report_url: LINK }],
		['past the picture of a file', { file_thumbnail_url: PROFILE, url: LINK }],
		['the answer itself', LINK],
		['a report before a profile', { url: PROFILE, report_summary: { url: LINK } }],
		['a download before a profile', { url: PROFILE, data: { download_url: LINK } }],
		['past what is empty', { download_url: null, report_url: '', url: LINK }],
	])('is found: %s', (_, value) => {
		expect(findLink(value)?.value).toBe(LINK);
	});

	it('is found in nested objects', () => {
		expect(findLink(within('a.b.c.d', { download_url: LINK }))?.value).toBe(LINK);
	});

	it('may be relative to the service', () => {
		expect(findLink({ url: '/files/1' })?.value).toBe('/files/1');
	});

	it.each<[string, unknown]>([
		['no link', { url: 'report.pdf', link: 5 }],
		['another scheme', { url: 'javascript:alert(1)', file_url: 'file:///etc/passwd' }],
		['half a link', { url: 'http://' }],
		['rows', { data: [{ url: LINK }] }],
		['a list', [{ url: LINK }]],
		['text', 'see the report'],
		['nothing', undefined],
	])('is not found in %s', (_, value) => {
		expect(findLink(value)?.value).toBeUndefined();
	});
});
