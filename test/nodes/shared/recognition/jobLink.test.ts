import { idInLink, valueAtPath } from '../../../../nodes/shared/recognition/jobLink';

describe('the id in a link', () => {
	it.each<[string, string | undefined]>([
		['https://x.example/screening/a-1', 'a-1'],
		['https://x.example/screening/a-1/', 'a-1'],
		['https://x.example/screening/a-1/status', 'a-1'],
		['https://x.example/screening/a-1/RESULTS/json', 'a-1'],
		['https://x.example/screening/a-1#top', 'a-1'],
		['  /screening/a-1 ', 'a-1'],
		['  /jobs?id=a-1 ', 'a-1'],
		['/jobs/a-1{?expand,fields}', 'a-1'],
		['screening/a-1', 'a-1'],
		['a-1', 'a-1'],
		['HTTPS://x.example/jobs/a%201', 'a 1'],
		['https://x.example/jobs/a%1', 'a%1'],
		['/screening', undefined],
		['https://x.example/screening', undefined],
		['https://x.example', undefined],
		['https://x.example/status', undefined],
		['/v2', undefined],
		['/v20', undefined],
		['/v2a', 'v2a'],
		['/rev2', 'rev2'],
		['/vx', 'vx'],
		['/go/https://x.example/a-1', 'a-1'],
		['', undefined],
	])('%j is %s', (link, id) => {
		expect(idInLink(link, '/screening')).toBe(id);
	});

	it.each<[string, string | undefined]>([
		['/screening?id=a-1', 'a-1'],
		['/screening?job_id=a-1', 'a-1'],
		['/screening?screeningId=a-1', 'a-1'],
		['/screening/status?token=a-1', 'a-1'],
		['/lookup?id=a-1', 'a-1'],
		// A part with a digit is more likely to be an id than a word is.
		['/screening/b-2?key=a-1', 'b-2'],
		['/lookup?id=', 'lookup'],
		['/lookup?page=2', 'lookup'],
		['/screening?page=2', undefined],
		['/screening?id=', undefined],
		['/screening?id=&uuid=a-1', 'a-1'],
	])('%j: a query parameter is used where the path names no job: %s', (link, id) => {
		expect(idInLink(link, '/screening')).toBe(id);
	});

	it.each([
		["/operations('a-1')", 'a-1'],
		['/operations(7)', '7'],
		['/operations(7)b', 'operations(7)b'],
	])('%j is written as OData does: %s', (link, id) => {
		expect(idInLink(link)).toBe(id);
	});

	it('is any last segment where the submission path is unknown', () => {
		expect(idInLink('/screening')).toBe('screening');
	});
});

describe('the value at a path of the user in a header', () => {
	const headers = {
		location: 'https://x.example/jobs/A-1/status',
		'x-job-id': ' a-1',
		'x-slashed': '/status',
	};

	it.each<[string, string | undefined]>([
		['headers.location', headers.location],
		[' headers.location ', headers.location],
		['headers.x-job-id', ' a-1'],
		['headers.x-slashed', '/status'],
		['headers.location /jobs\\/(\\w+)/', 'A'],
		['headers.location /a-\\d/i', 'A-1'],
		['headers.location /a-\\d/', undefined],
		// Flags that would make it remember where it was are left out.
		['headers.location /a-\\d/gi', 'A-1'],
		['headers.location /(/', undefined],
		['headers.none', undefined],
		['headers.constructor', undefined],
		['body.location', undefined],
	])('%j: %s', (path, found) => {
		expect(valueAtPath({ value: undefined, headers }, path)).toBe(found);
	});
});
