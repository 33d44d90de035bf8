import type { IDataObject } from 'n8n-workflow';

import { simplify } from '../../../../nodes/shared/response/simplify';
import { fc } from '../../../support/properties';

const job = { type: 'screening', id: '1', state: 'finished', rawState: 'DONE' };

describe('a simplified item', () => {
	it.each<[string, IDataObject, IDataObject]>([
		[
			'is a flat row of what is recognised, with the job',
			{
				job,
				id: 'x',
				profile: { full_name: 'Ada', follower_count: 5, location: { country: 'Germany' } },
				audience: { countries: [{ name: 'Germany', value: 1 }] },
			},
			{
				...{ name: 'Ada', followers: 5, country: 'Germany', audienceTopCountry: 'Germany' },
				...{ id: 'x', jobId: '1', jobState: 'finished' },
			},
		],
		[
			'keeps what the node says of a file and of what is missing',
			{ full_name: 'Ada', follower_count: 5, fileName: 'a.pdf', incomplete: 'No comments' },
			{ name: 'Ada', followers: 5, fileName: 'a.pdf', incomplete: 'No comments' },
		],
		[
			'says why its job failed',
			{ full_name: 'Ada', follower_count: 5, job: { ...job, state: 'failed', reason: 'Private' } },
			{ name: 'Ada', followers: 5, jobId: '1', jobState: 'failed', jobReason: 'Private' },
		],
		[
			'of a dictionary is as it was',
			{ name: 'German', code: 'de' },
			{ name: 'German', code: 'de' },
		],
		[
			'that is not recognised keeps its plain fields and names the others',
			{ data: { state: 'open', amount: 3, parts: [{ a: 1 }], owner: { b: 2 } } },
			{ state: 'open', amount: 3, notRecognised: 'parts, owner' },
		],
		[
			'of an address has those who are behind it',
			{
				email: 'a@b.example',
				status: 'found',
				profiles: [{ username: 'ada', url: 'https://x.example/ada', tags: ['x'] }],
			},
			{
				email: 'a@b.example',
				status: 'found',
				profiles: [{ handle: 'ada', url: 'https://x.example/ada' }],
			},
		],
		[
			'of a comparison has those who were compared, with their figures',
			{
				id: 'o',
				total_followers: 9,
				unique_followers: 7,
				overlaps: [{ identifier: 'ada', overlap_percentage: 12.5 }],
			},
			{
				totalFollowers: 9,
				uniqueFollowers: 7,
				id: 'o',
				profiles: [{ handle: 'ada', overlap_percentage: 12.5 }],
			},
		],
		[
			'of one profile leaves out the others that it knows',
			{ username: 'ada', follower_count: 5, accounts: [{ username: 'bo' }] },
			{ handle: 'ada', followers: 5 },
		],
		[
			'keeps the IDs of the platform and of the profile on it',
			{ id: 'x', handle: 'ada', work_platform: { id: 'p', name: 'Vidora' }, platform_user_id: 7 },
			{ handle: 'ada', platform: 'Vidora', platformId: 'p', platformProfileId: 7, id: 'x' },
		],
		[
			'has a platform ID where the platform has no name',
			{ data: { full_name: 'Ada', platform_username: 'ada', work_platform_id: 'p' } },
			{ name: 'Ada', handle: 'ada', platformId: 'p' },
		],
		[
			'is not recognised by IDs alone',
			{ platform: { id: 'p', name: 'Vidora' }, amount: 3 },
			{ amount: 3, notRecognised: 'platform' },
		],
		['of nothing is nothing', {}, {}],
	])('%s', (_, json, expected) => {
		expect(simplify(json)).toEqual(expected);
		// In a table people see the first columns only.
		expect(Object.keys(simplify(json))).toEqual(Object.keys(expected));
	});

	it('is flat except for recognised values, whatever the input', () => {
		const names = fc.constantFrom('data', 'profile', 'name', 'url', 'risks', 'x', '__proto__');
		const anything = fc.dictionary(names, fc.jsonValue({ maxDepth: 3 }));
		fc.assert(
			fc.property(anything, (json) => {
				const values = Object.values(simplify(json as IDataObject));
				expect(values.every((value) => value === null || typeof value !== 'object')).toBe(true);
			}),
		);
	});
});

it('a field of any name is kept', () => {
	const json = JSON.parse('{"a":1,"__proto__":"b"}') as IDataObject;
	expect(Object.entries(simplify(json))).toEqual(Object.entries(json));
});
