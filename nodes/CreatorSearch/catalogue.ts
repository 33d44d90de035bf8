import {
	furtherFilters,
	creatorLanguage,
	creatorLocations,
	identifier,
	minFollowers,
	platformId,
	profileUrl,
	searchText,
	sortBy,
	usualFilters,
} from '../shared/catalogue/commonFields';
import { listOf, number, text } from '../shared/catalogue/fields';
import { create, endpoint, job, list, resource, resourceById } from '../shared/catalogue/builders';
import type { NodeCatalogue } from '../shared/catalogue/types';

const keyword = text('keyword', 'Keyword', 'A word in the name, handle or introduction of the creator', 'yoga');
const profile = { fields: [identifier], more: [platformId] };
const words = { dictionary: true, fields: [searchText] };
const whoAndWhere = [creatorLocations, creatorLanguage, platformId, sortBy];

export const creatorSearch: NodeCatalogue = [
	resource('creator', 'Creator', 'Public profiles of creators', [
		list('search', 'POST /discovery', 'Search creators', 'Search public profiles of creators', {
			mayBeEmpty: true,
			fields: [keyword, minFollowers],
			more: [...whoAndWhere, ...usualFilters, ...furtherFilters],
		}),
		list(
			'quickSearch',
			'POST /discovery-quick',
			'Quick search creators',
			'Search public profiles with the quick search',
			{
				fields: [text('query', 'Search Text', 'What to look for', 'yoga')],
				more: [identifier, platformId],
			},
		),
	]),
	resource('profileAnalytics', 'Profile Analysis', 'Statistics and audience of a profile, at once', [
		endpoint(
			'get',
			'POST /profile-analytics',
			'Analyse a profile and its audience',
			'Get the public analytics of a profile',
			profile,
		),
		endpoint(
			'getProfessional',
			'POST /profile-analytics-professional',
			'Analyse a professional network profile',
			'Get the public analytics of a professional network profile',
			{ fields: [profileUrl] },
		),
	]),
	resourceById('audienceOverlap', 'Audience Overlap', 'Audience Overlap ID', 'How far audiences overlap', [
		...job('audienceOverlap', '/audience-overlap', 'audience overlap', 'Compare audiences', {
			fields: [listOf('identifiers', 'Handles or URLs', 'The creators to compare', '@name, @other')],
			more: [platformId],
		}),
	]),
	resource('contact', 'Contact', 'Contact details of a creator', [
		endpoint('get', 'POST /contact-info', 'Get contact details', 'Get the direct contact details of a handle', profile),
	]),
	resourceById('emailLookup', 'Email Lookup', 'Email Lookup ID', 'Profiles of email addresses', [
		...job('emailLookup', '/email-lookup', 'reverse email lookup', 'Find profiles by email address', {
			rows: true,
			fields: [listOf('emails', 'Email Addresses', 'The addresses to look up', 'name@company.example')],
		}),
	]),
	resourceById('creatorExport', 'Creator Export', 'Export ID', 'Many creators in one job', [
		...job('creatorExport', '/discovery-export', 'creator export', 'Export creators', {
			rows: true,
			returnAllByDefault: true,
			document: true,
			mayBeEmpty: true,
			fields: [keyword],
			more: [
				minFollowers,
				...whoAndWhere,
				...usualFilters,
				number('max_results', 'Max Results', 'Max creators to export'),
			],
		}),
	]),
	resource('profile', 'Profile', 'Live figures of a profile', [
		endpoint('get', 'GET /profiles', 'Get a profile', 'Get live followers, bio and verification of a profile', profile),
	]),
	resourceById('profileAnalyticsReport', 'Profile Analysis Job', 'Job ID', 'The same analysis as a job, with a file', [
		...job(
			'profileAnalyticsReport',
			'/profile-analytics-async',
			'profile analysis job',
			'Analyse a profile in a job with a file',
			{ document: true, ...profile },
		),
	]),
	resource('dictionary', 'Dictionary', 'Words to search by', [
		list('getBrands', 'GET /dictionary/brands', 'Get brands', 'Get the brands to search by', words),
		list('getInterests', 'GET /dictionary/interests', 'Get interests', 'Get the interests to search by', words),
		list('getLanguages', 'GET /dictionary/languages', 'Get languages', 'Get the languages to search by', words),
		list('getLocations', 'GET /dictionary/locations', 'Get locations', 'Get the locations to search by', words),
		list(
			'getTopicRelevance',
			'GET /dictionary/topics/relevance',
			'Get topic relevance',
			'Get the weight or relevance of topic tags',
			{ dictionary: true, fields: [text('query_text', 'Topic', 'Topic to get tag weights for', 'yoga'), identifier] },
		),
		list('getTopics', 'GET /dictionary/topics', 'Get topics', 'Get the topics to search by', {
			dictionary: true,
			fields: [text('query_text', 'Search Text', 'Return only topics that match this text', 'yoga')],
		}),
		list('getUserHandles', 'GET /dictionary/userhandles', 'Get user handles', 'Auto-complete user handles', {
			mayBeEmpty: true,
			fields: [searchText],
			more: [platformId],
		}),
	]),
	resource('report', 'HTML Report', 'A page of results', [
		create('report', 'Create an HTML report', 'Create one HTML report from all input items; sends nothing'),
	]),
	resource('contract', 'Contract', 'How responses are read', [
		create('contract', 'Create a contract', 'Create a contract for the credential from all input items; sends nothing'),
	]),
];
