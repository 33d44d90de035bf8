import { creatorFilters, identifier, platformId, profileUrl, searchText, topic, topicText } from '../shared/catalogue/commonFields';
import { listOf, number, text } from '../shared/catalogue/fields';
import { endpoint, job, list, report, resource, type Area } from '../shared/catalogue/vocabulary';

const keyword = text('keyword', 'Keyword', { about: 'A word in the name, handle or introduction of the creator', example: 'yoga' });
const creatorLocations = listOf('creator_locations', 'Creator Locations', { about: 'Where the creator lives', example: 'Germany', picker: 'locations' });
const profile = { fields: [identifier], more: [platformId] };
const filters = { fields: [keyword, creatorLocations], more: creatorFilters };

export const creatorSearch: Area = [
	resource('creator', 'Creator', [
		list('search', 'POST /discovery', { name: 'Search', action: 'Search creators', description: 'Search public profiles of creators', ...filters }),
		list('quickSearch', 'POST /discovery-quick', {
			name: 'Quick Search',
			action: 'Quick search creators',
			description: 'Search public profiles with the quick search',
			fields: [text('query', 'Search Text', { about: 'What to look for', example: 'yoga' })],
			more: [identifier, platformId],
		}),
	]),
	resource('profileAnalytics', 'Profile Analysis', [
		endpoint('get', 'POST /profile-analytics', { name: 'Get', action: 'Analyse a profile and its audience', description: 'Get the public analytics of a profile', ...profile }),
		endpoint('getProfessional', 'POST /profile-analytics-professional', { name: 'Get Professional', action: 'Analyse a professional network profile', description: 'Get the public analytics of a professional network profile', fields: [profileUrl] }),
	]),
	resource(
		'audienceOverlap',
		'Audience Overlap',
		job('audienceOverlap', '/audience-overlap', {
			noun: 'audience overlap',
			article: 'an',
			action: 'Compare audiences',
			fields: [listOf('identifiers', 'Handles or URLs', { about: 'The creators to compare', example: '@name, @other', picker: 'userHandles' })],
			more: [platformId],
		}),
		'Audience Overlap ID',
	),
	resource('contact', 'Contact', [endpoint('get', 'POST /contact-info', { name: 'Get', action: 'Get contact details', description: 'Get the direct contact details of a handle', ...profile })]),
	resource(
		'emailLookup',
		'Email Lookup',
		job('emailLookup', '/email-lookup', { noun: 'reverse email lookup', action: 'Find profiles by email address', rows: true, fields: [listOf('emails', 'Email Addresses', { about: 'The addresses to look up', example: 'name@company.example' })] }),
		'Email Lookup ID',
	),
	resource(
		'creatorExport',
		'Creator Export',
		job('creatorExport', '/discovery-export', { noun: 'creator export', action: 'Export creators', rows: true, allRows: true, document: true, ...filters, more: [...creatorFilters, number('max_results', 'Max Results', { about: 'The most creators to export' })] }),
		'Export ID',
	),
	resource('profile', 'Profile', [endpoint('get', 'GET /profiles', { name: 'Get', action: 'Get a profile', description: 'Get the live follower count, bio and verification of a profile', ...profile })]),
	resource('profileAnalyticsReport', 'Profile Analytics Report', job('profileAnalyticsReport', '/profile-analytics-async', { noun: 'profile analytics report', action: 'Create a profile analytics report', document: true, ...profile }), 'Report ID'),
	resource('dictionary', 'Dictionary', [
		list('getBrands', 'GET /dictionary/brands', { name: 'Get Brands', action: 'Get brands', description: 'Get the brands that searches know', dictionary: true, fields: [searchText] }),
		list('getInterests', 'GET /dictionary/interests', { name: 'Get Interests', action: 'Get interests', description: 'Get the interests that searches know', dictionary: true, fields: [searchText] }),
		list('getLanguages', 'GET /dictionary/languages', { name: 'Get Languages', action: 'Get languages', description: 'Get the languages that searches know', dictionary: true, fields: [searchText] }),
		list('getLocations', 'GET /dictionary/locations', { name: 'Get Locations', action: 'Get locations', description: 'Get the locations that searches know', dictionary: true, fields: [searchText] }),
		list('getTopicRelevance', 'GET /dictionary/topics/relevance', { name: 'Get Topic Relevance', action: 'Get topic relevance', description: 'Get the weight or relevance of topic tags', dictionary: true, fields: [topic, identifier] }),
		list('getTopics', 'GET /dictionary/topics', { name: 'Get Topics', action: 'Get topics', description: 'Get the topics that searches know', dictionary: true, fields: [topicText] }),
		list('getUserHandles', 'GET /dictionary/userhandles', { name: 'Get User Handles', action: 'Get user handles', description: 'Auto-complete user handles', fields: [searchText], more: [platformId] }),
	]),
	resource('report', 'Report', [report('create', { name: 'Create', action: 'Create a report', description: 'Make one HTML report of all input items, whichever node they come from; nothing is sent' })]),
];
