import { findBreakdowns } from '../../../../nodes/shared/recognition/breakdowns';

describe('the lists that charts are made of', () => {
	it('are found in the sample contract', () => {
		const found = findBreakdowns({
			profile: { full_name: 'Ada' },
			reputation_history: [
				{ month: '2026-02', follower_count: 20 },
				{ month: '2026-01', follower_count: 10 },
			],
			audience: {
				countries: [{ name: 'Germany', value: 60 }],
				gender_age_distribution: [{ gender: 'FEMALE', age_range: '18-24', value: 12.5 }],
				interests: [{ name: 'Pets', value: 20 }],
			},
			top_contents: [{ title: 'One' }],
		});
		expect(found).toMatchObject({
			history: [
				{ date: '2026-01', value: 10 },
				{ date: '2026-02', value: 20 },
			],
			countries: [{ label: 'Germany', value: 60 }],
			genderAge: [{ gender: 'FEMALE', age: '18-24', value: 12.5 }],
			interests: [{ label: 'Pets', value: 20 }],
			contents: [{ title: 'One' }],
		});
	});

	it('are found as maps and under other names', () => {
		const found = findBreakdowns({
			data: {
				audienceCountries: { DE: 0.6, FR: '0.3' },
				followerGrowth: [{ date: '2026-01-05', followers: '1,000' }],
				gendersPerAge: [{ code: '18-24', male: 0.2, female: 0.3 }],
			},
		});
		expect(found).toMatchObject({
			countries: [
				{ label: 'DE', value: 0.6 },
				{ label: 'FR', value: 0.3 },
			],
			history: [{ date: '2026-01-05', value: 1000 }],
			genderAge: [
				{ gender: 'male', age: '18-24', value: 0.2 },
				{ gender: 'female', age: '18-24', value: 0.3 },
			],
		});
	});

	it.each([null, 'text', [], { countries: 'many', reputation_history: [1, null, { month: 'x' }] }])(
		'are empty for %j',
		(item) => {
			const found = findBreakdowns(item);
			expect(Object.values(found).every((list) => list.length === 0)).toBe(true);
		},
	);
});
