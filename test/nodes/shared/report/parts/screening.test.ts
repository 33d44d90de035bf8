import type { IDataObject } from 'n8n-workflow';

import { changePart, screeningPart } from '../../../../../nodes/shared/report/parts/screening';
import { runAtOnce } from '../../../../../nodes/shared/values/steps';
import { made, sectionOf, subjectOf, times } from '../documents';

const partOf = (json: IDataObject, flagged: IDataObject[] = []) =>
	made(screeningPart(subjectOf(json), flagged.map(subjectOf)));
const sectionsOf = (json: IDataObject, flagged?: IDataObject[]) => partOf(json, flagged).sections;

const url = 'https://x.example/ada';
const post = (title: string, category: string): IDataObject => ({ title, risks: [{ category }] });
const entry = (title: string, category: string) => ({
	title,
	details: [],
	tags: [{ text: category, tone: 'poor' }],
});

describe('a screening', () => {
	it('tells how risky a profile is, and why', () => {
		const json = {
			incomplete: 'Only half was read',
			profile_url: url,
			introduction: 'Hi',
			is_monitored: true,
			report_summary: {
				risk_rating: 'HIGH',
				total_content_count: 1_000,
				flagged_content_count: 25,
			},
			flagged: [post('One', 'DRUGS')],
			reviewer: 'Cy',
		};
		expect(partOf(json)).toEqual({
			what: 'Screening',
			title: 'ada',
			link: url,
			about: ['Monitored'],
			introduction: 'Hi',
			sections: [
				{ kind: 'note', text: 'Only half was read' },
				{
					kind: 'figures',
					figures: [
						{ label: 'Risk rating', value: 'High', tone: 'poor' },
						{ label: 'Flagged posts', value: '25' },
						{ label: 'Posts checked', value: '1,000' },
						{ label: 'Share flagged', value: '2.5%' },
					],
				},
				{ kind: 'entries', title: 'Flagged posts', entries: [entry('One', 'Drugs')], more: 0 },
				{
					kind: 'facts',
					title: 'Further details',
					facts: [{ label: 'Reviewer', cell: { text: 'Cy' } }],
					more: 0,
				},
			],
		});
	});

	it('of nothing is called one', () => {
		expect(partOf({})).toEqual({ what: 'Screening', title: 'Screening', about: [], sections: [] });
	});

	it.each<[IDataObject, unknown[]]>([
		[{ risk_score: 1_234 }, [{ label: 'Risk rating', value: '1,234', tone: 'accent' }]],
		[{ flagged_count: 1_200 }, [{ label: 'Flagged posts', value: '1,200' }]],
		[{ content_count: 1_200 }, [{ label: 'Posts checked', value: '1,200' }]],
		[
			{ flagged_count: 0, content_count: 0 },
			[
				{ label: 'Flagged posts', value: '0' },
				{ label: 'Posts checked', value: '0' },
			],
		],
	])('of %j has the figures %j', (json, figures) => {
		expect(sectionsOf(json)).toEqual([{ kind: 'figures', figures }]);
	});

	it('shows the items that came beside it instead of its own', () => {
		const sections = sectionsOf({ flagged: [post('Own', 'DRUGS')] }, [post('Beside', 'ALCOHOL')]);
		expect(sectionOf(sections, 'entries')?.entries).toEqual([entry('Beside', 'Alcohol')]);
	});

	it('without items shows its categories and risks', () => {
		const json = {
			categories: { DRUGS: 3, ALCOHOL: 5 },
			risks: [{ category: 'DRUGS', reason: 'A pill' }, 'ALCOHOL'],
		};
		expect(sectionsOf(json)).toEqual([
			{
				kind: 'bars',
				title: 'Risk categories',
				what: 'Flags',
				bars: [
					{ label: 'Alcohol', value: 5, text: '5' },
					{ label: 'Drugs', value: 3, text: '3' },
				],
			},
			{
				kind: 'table',
				title: 'Risks',
				columns: [
					{ label: 'Category', numeric: false },
					{ label: 'Reason', numeric: false },
				],
				rows: [[{ text: 'DRUGS' }, { text: 'A pill' }]],
				more: 0,
			},
		]);
	});

	it.each([[['DRUGS']], [[]], [{ DRUGS: 1 }]])('has no table of the risks %j', (risks) => {
		expect(sectionsOf({ risks })).toEqual([]);
	});

	it('shows twelve items, and folds the others', () => {
		const sections = sectionsOf(
			{},
			times(15, (at) => post(`${at}`, 'DRUGS')),
		);
		const entries = sectionOf(sections, 'entries');
		expect([entries?.entries.length, entries?.more]).toEqual([12, 0]);
		expect(sectionOf(sections, 'entries', '3 more flagged posts')).toMatchObject({
			isFolded: true,
			more: 0,
			entries: times(3, (at) => ({ title: `${at + 12}` })),
		});
	});
});

describe('a change of a screening', () => {
	it('tells of the ratings, of all risks and of what is new', () => {
		const json = {
			previous: { riskRating: 'LOW' },
			current: {
				riskRating: 'HIGH',
				seenAt: '2026-03-07T10:00:00Z',
				result: {
					full_name: 'Ada',
					profile_url: url,
					country: 'Germany',
					risk_rating: 'MEDIUM',
					flagged_count: 2,
					content_count: 8,
				},
				flagged: [post('Old', 'DRUGS'), post('New', 'ALCOHOL')],
			},
			changed: { added: [post('New', 'ALCOHOL'), 'no record'] },
		};
		expect(made(runAtOnce(changePart(subjectOf(json))))).toEqual({
			what: 'Change of a screening',
			title: 'Ada',
			link: url,
			about: ['Germany', 'Seen on 7 Mar 2026'],
			sections: [
				{
					kind: 'figures',
					figures: [
						{ label: 'Risk rating', value: 'High', tone: 'poor' },
						{ label: 'Flagged posts', value: '2' },
						{ label: 'Posts checked', value: '8' },
						{ label: 'Share flagged', value: '25.0%' },
						{ label: 'Rating before', value: 'Low', tone: 'good' },
						{ label: 'Newly flagged', value: '1', tone: 'poor' },
					],
				},
				{
					kind: 'entries',
					title: 'Newly flagged posts',
					entries: [entry('New', 'Alcohol')],
					more: 0,
				},
			],
		});
	});

	it.each<IDataObject>([
		{ current: {}, changed: {} },
		{ current: null, changed: null, previous: null },
		{ current: { seenAt: 7, result: null }, changed: { added: 'x' }, previous: null },
	])('tells little of %j', (json) => {
		expect(made(runAtOnce(changePart(subjectOf(json))))).toEqual({
			what: 'Change of a screening',
			title: 'Screening',
			about: [],
			sections: [
				{ kind: 'figures', figures: [{ label: 'Newly flagged', value: '0', tone: 'good' }] },
			],
		});
	});

	it('is called after what is current where the result has no name', () => {
		const { title, link } = made(
			runAtOnce(changePart(subjectOf({ current: { name: 'Ada', url }, changed: {} }))),
		);
		expect([title, link]).toEqual(['Ada', undefined]);
	});

	it('shows twelve new items', () => {
		const added = times(15, (at) => post(`${at}`, 'DRUGS'));
		const { sections } = made(
			runAtOnce(changePart(subjectOf({ current: {}, changed: { added } }))),
		);
		expect(sectionOf(sections, 'entries')?.entries).toHaveLength(12);
	});
});
