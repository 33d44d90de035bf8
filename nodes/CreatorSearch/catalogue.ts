import { endpoint, job, list, resource, type Area } from '../shared/catalogue/vocabulary';

const PROFILE = 'identifier, work_platform_id';
const FILTERS = 'work_platform_id, follower_count.min, creator_locations, audience_interests, sort_by.field, limit, offset';

export const creatorSearch: Area = [
	resource('audienceOverlap', 'Audience Overlap', job('audienceOverlap', '/audience-overlap', { noun: 'audience overlap', article: 'an', hint: 'identifiers, work_platform_id' }), 'Audience Overlap ID'),
	resource('contact', 'Contact', [endpoint('get', 'POST /contact-info', { name: 'Get', action: 'Get contact details', description: 'Get the direct contact details of a handle', hint: PROFILE })]),
	resource('creator', 'Creator', [
		list('search', 'POST /discovery', { name: 'Search', action: 'Search creators', description: 'Search public profiles of creators', hint: FILTERS }),
		list('quickSearch', 'POST /discovery-quick', { name: 'Quick Search', action: 'Quick search creators', description: 'Search public profiles with the quick search', hint: FILTERS }),
	]),
	resource('creatorExport', 'Creator Export', job('creatorExport', '/discovery-export', { noun: 'creator export', rows: true, document: true, hint: `${FILTERS}, max_results`, resultHint: 'limit, offset' }), 'Export ID'),
	resource('dictionary', 'Dictionary', [
		list('getBrands', 'GET /dictionary/brands', { name: 'Get Brands', action: 'Get brands', description: 'Get the brands that searches know', hint: 'search_string, limit' }),
		list('getInterests', 'GET /dictionary/interests', { name: 'Get Interests', action: 'Get interests', description: 'Get the interests that searches know', hint: 'search_string, limit' }),
		list('getLanguages', 'GET /dictionary/languages', { name: 'Get Languages', action: 'Get languages', description: 'Get the languages that searches know', hint: 'search_string, limit' }),
		list('getLocations', 'GET /dictionary/locations', { name: 'Get Locations', action: 'Get locations', description: 'Get the locations that searches know', hint: 'search_string, limit' }),
		list('getTopicRelevance', 'GET /dictionary/topics/relevance', { name: 'Get Topic Relevance', action: 'Get topic relevance', description: 'Get the weight or relevance of topic tags', hint: 'identifier, query_text, limit' }),
		list('getTopics', 'GET /dictionary/topics', { name: 'Get Topics', action: 'Get topics', description: 'Get the topics that searches know', hint: 'query_text, limit' }),
		list('getUserHandles', 'GET /dictionary/userhandles', { name: 'Get User Handles', action: 'Get user handles', description: 'Auto-complete user handles', hint: 'search_string, work_platform_id, limit' }),
	]),
	resource('emailLookup', 'Email Lookup', job('emailLookup', '/email-lookup', { noun: 'reverse email lookup', rows: true, hint: 'emails' }), 'Email Lookup ID'),
	resource('profile', 'Profile', [endpoint('get', 'GET /profiles', { name: 'Get', action: 'Get a profile', description: 'Get the live follower count, bio and verification of a profile', hint: PROFILE })]),
	resource('profileAnalytics', 'Profile Analysis', [
		endpoint('get', 'POST /profile-analytics', { name: 'Get', action: 'Get profile analytics', description: 'Get the public analytics of a profile', hint: PROFILE }),
		endpoint('getProfessional', 'POST /profile-analytics-professional', { name: 'Get Professional', action: 'Get professional network profile analytics', description: 'Get the public analytics of a professional network profile', hint: 'profile_url' }),
	]),
	resource('profileAnalyticsReport', 'Profile Analytics Report', job('profileAnalyticsReport', '/profile-analytics-async', { noun: 'profile analytics report', document: true, hint: PROFILE }), 'Report ID'),
];
