import {
	fileType,
	namedAfterProfile,
	reportName,
	toFile,
} from '../../../../nodes/shared/response/file';
import { response } from '../responses';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('a response is a file', () => {
	it.each(['application/pdf', 'application/zip', 'image/png', 'image/svg+xml', 'video/mp4', XLSX])(
		'when its type says so: %s',
		(type) => {
			expect(fileType(response('x', { 'content-type': `${type}; x=y` }))).toBe(type);
		},
	);

	it.each<[string, Buffer]>([
		['application/pdf', Buffer.from('%PDF-1.7 ...')],
		['application/zip', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14])],
		['application/gzip', Buffer.from([0x1f, 0x8b, 0x08])],
		['image/png', PNG],
		['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
		['image/gif', Buffer.from('GIF89a')],
		['application/octet-stream', Buffer.from([1, 2, 0, 3])],
	])('when it has no type, but begins like %s', (type, body) => {
		for (const declared of ['', 'application/octet-stream', 'binary/octet-stream']) {
			expect(fileType(response(body, { 'content-type': declared }))).toBe(type);
		}
		expect(fileType(response(body))).toBe(type);
	});
});

describe('a response is text', () => {
	it.each([
		'application/json',
		'application/problem+json; charset=utf-8',
		'application/x-ndjson',
		'application/jsonl',
		'text/plain',
		'text/csv',
		'text/html',
		'application/csv',
		'application/xml',
		'application/xhtml+xml',
		'application/yaml',
	])('when its type says so: %s', (type) => {
		expect(fileType(response('x', { 'content-type': type }))).toBeUndefined();
	});

	it('when it has no type and begins like no file', () => {
		expect(fileType(response('{"a":1}'))).toBeUndefined();
		expect(
			fileType(response('{"a":1}', { 'content-type': 'binary/octet-stream' })),
		).toBeUndefined();
	});
});

describe('the name of a file', () => {
	it.each<[string, string, string]>([
		['plain', 'attachment; filename=report.pdf', 'report.pdf'],
		['line breaks', 'attachment; filename="a\r\nb\0\u0007.pdf"', 'ab.pdf'],
		['encoded line breaks', "attachment; filename*=UTF-8''a%0D%0A%00b.pdf", 'ab.pdf'],
		['a turned direction', 'attachment; filename="report\u202efdp.exe"', 'reportfdp.exe'],
		['an encoded path', "attachment; filename*=UTF-8''..%2F%2e%2e%5Cb.pdf", 'b.pdf'],
		['nothing but controls', 'attachment; filename="\r\n"', 'b.png'],
		['nothing but dots', 'attachment; filename="a/.."', 'b.png'],
		['quoted', 'attachment; filename="my report.pdf"; size=3', 'my report.pdf'],
		['encoded', "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf", 'r\u00e9sum\u00e9.pdf'],
		[
			'encoded before plain',
			'attachment; filename="x.pdf"; filename*=UTF-8\'\'%E2%82%AC.pdf',
			'\u20ac.pdf',
		],
		['badly encoded, so plain', "attachment; filename=x.pdf; filename*=UTF-8''%E2", 'x.pdf'],
		['a path', 'attachment; filename="../../etc/passwd"', 'passwd'],
		['cut', `attachment; filename="${'x'.repeat(5_000)}.pdf"`, `${'x'.repeat(76)}.pdf`],
		['a path of Windows', 'attachment; filename="C:\\\\temp\\\\x.pdf"', 'x.pdf'],
	])('is the one in Content-Disposition: %s', (_, header, name) => {
		const sent = response(PNG, { 'content-disposition': header, 'content-type': 'image/png' });
		expect(toFile(sent, '/a/b').name).toBe(name);
	});

	it.each<[string, string, string]>([
		['/screening/abc', 'application/pdf', 'abc.pdf'],
		['https://x.example/files/r%C3%A9port?signature=1', 'image/png', 'r\u00e9port.png'],
		['/files/export.csv', 'text/csv', 'export.csv'],
		['/files/thing', 'application/x-unknown', 'thing'],
		['/files/thing', 'constructor', 'thing'],
		['/files/a%0D%0Ab', 'application/pdf', 'ab.pdf'],
		['/', 'application/zip', 'file.zip'],
		['/files/100%', 'application/zip', '100%.zip'],
	])('is built from the URL %s and the type %s', (path, type, name) => {
		expect(toFile(response('x', { 'content-type': type }), path).name).toBe(name);
	});

	it('never contains a slash that was encoded in the URL', () => {
		const sent = response('x', { 'content-type': 'application/pdf' });
		expect(toFile(sent, '/files/..%2F..%2Fetc%2Fpasswd').name).toBe('passwd.pdf');
	});
});

it('a file keeps its bytes and type', () => {
	const file = toFile(response(PNG), '/logo');
	expect(file).toEqual({ bytes: PNG, name: 'logo.png', type: 'image/png' });
});

const pdf = { bytes: Buffer.from('x'), type: 'application/pdf', name: 'generate-report.pdf' };

describe('a file of the service', () => {
	it.each([
		['the answer', { profile_url: 'https://x.example/ada' }, {}, 'report-ada.pdf'],
		['the input item', {}, { platform_username: 'ada' }, 'report-ada.pdf'],
		['nobody', { report_id: 1 }, { row: 1 }, 'generate-report.pdf'],
	])('is named after the profile that %s names', (_, json, input, name) => {
		const item = namedAfterProfile({ json: { ...json, fileName: pdf.name }, file: pdf }, input);
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
