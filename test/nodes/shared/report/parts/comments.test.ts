import type { IDataObject } from 'n8n-workflow';

import { commentsPart } from '../../../../../nodes/shared/report/parts/comments';
import { made, sectionOf, subjectOf, times } from '../documents';

const partOf = (json: IDataObject, kind: Parameters<typeof commentsPart>[0] = 'purchaseIntent') =>
	made(commentsPart(kind, subjectOf(json)));
const sectionsOf = (json: IDataObject) => partOf(json).sections;

describe('an analysis of comments', () => {
	it('tells of all comments, of their mood, and of those that stand out', () => {
		const url = 'https://x.example/ada';
		const json = {
			incomplete: 'Comments are missing',
			full_name: 'Ada',
			profile_url: url,
			country: 'Germany',
			report_information: {
				score: 0.25,
				total_comment_count: 1_200,
				purchase_intent_comment_count: 1_001,
				relevant_comment_count: 2_002,
			},
			comments: [
				{ text: 'Nice', sentiment: 'POSITIVE', published_at: '2026-01-01' },
				{ text: 'Bad', sentiment: 'NEGATIVE', published_at: '2026-01-02' },
			],
			model: 'second',
		};
		expect(partOf(json)).toEqual({
			what: 'Purchase intent',
			title: 'Ada',
			link: url,
			about: ['Germany'],
			sections: [
				{ kind: 'note', text: 'Comments are missing' },
				{
					kind: 'figures',
					figures: [
						{ label: 'Purchase intent score', value: '25.0%', tone: 'accent' },
						{ label: 'Comments analyzed', value: '1,200' },
					],
				},
				{
					kind: 'split',
					title: 'Sentiment',
					slices: [
						{ label: 'Positive', value: 1, tone: 'good' },
						{ label: 'Negative', value: 1, tone: 'poor' },
					],
				},
				{
					kind: 'columns',
					title: 'Over time',
					series: [
						{ label: 'Positive', tone: 'good' },
						{ label: 'Negative', tone: 'poor' },
					],
					columns: [
						{ label: '1 Jan', values: [1, 0] },
						{ label: '2 Jan', values: [0, 1] },
					],
					endsAt: Date.UTC(2026, 0, 3),
				},
				{
					kind: 'entries',
					title: 'Comments',
					entries: [
						{ text: 'Nice', details: ['1 Jan 2026'], tags: [{ text: 'Positive', tone: 'good' }] },
						{ text: 'Bad', details: ['2 Jan 2026'], tags: [{ text: 'Negative', tone: 'poor' }] },
					],
					more: 0,
				},
				{
					kind: 'facts',
					title: 'Further details',
					facts: [{ label: 'Model', cell: { text: 'second' } }],
					more: 0,
				},
			],
		});
	});

	it('of relevance has a name of its own', () => {
		expect(partOf({ score: 87 }, 'commentsRelevance')).toEqual({
			what: 'Comments relevance',
			title: 'Comments relevance',
			about: [],
			sections: [
				{
					kind: 'figures',
					figures: [{ label: 'Relevance score', value: '87.0%', tone: 'accent' }],
				},
			],
		});
	});

	it('of nothing says nothing', () => {
		expect(partOf({})).toEqual({
			what: 'Purchase intent',
			title: 'Purchase intent',
			about: [],
			sections: [],
		});
	});

	it.each([
		[{ positive_count: 3 }, [3, 0, 0]],
		[{ neutral_count: 4 }, [0, 4, 0]],
		[{ negative_count: 5 }, [0, 0, 5]],
	])('takes the moods as the service counts them: %j', (counts, values) => {
		const comments = [{ text: 'Nice', sentiment: 'POSITIVE' }];
		expect(sectionOf(sectionsOf({ ...counts, comments }), 'split')).toEqual({
			kind: 'split',
			title: 'Sentiment',
			slices: [
				{ label: 'Positive', value: values[0], tone: 'good' },
				{ label: 'Neutral', value: values[1], tone: 'quiet' },
				{ label: 'Negative', value: values[2], tone: 'poor' },
			],
		});
	});

	it('counts them itself where the service counts none', () => {
		const comments = [{ text: 'Nice', sentiment: 'POSITIVE' }];
		expect(sectionOf(sectionsOf({ positive_count: 0, comments }), 'split')?.slices).toEqual([
			{ label: 'Positive', value: 1, tone: 'good' },
		]);
	});

	it('shows twelve comments', () => {
		const comments = times(14, (at) => ({ text: `${at}` }));
		expect(sectionOf(sectionsOf({ comments }), 'entries')?.more).toBe(2);
	});
});
