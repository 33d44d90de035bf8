import { choice, flag, listOf, number, text, type Field } from './fields';

/** Fields that more than one area takes. */
export const profileUrl = text(
	'profile_url',
	'Profile URL',
	'The URL of the profile, not of a post',
	'https://network.example/@name',
);
export const contentUrl = text(
	'content_url',
	'Content URL',
	'The URL of a single post, video or other content item',
	'https://network.example/@name/posts/1',
);
export const identifier = text('identifier', 'Handle or URL', 'The handle or the URL of the profile', '@name');
export const platformId = text(
	'work_platform_id',
	'Platform',
	'ID, not name: platformId of a simplified result',
	'{{ $json.platformId }}',
);
export const criteriaId = text(
	'flagging_criteria_id',
	'Flagging Criteria ID',
	'The set of flagging criteria to apply',
	'',
	{ picker: 'flaggingCriteria' },
);
export const contentTypeField = text('content_type', 'Content Type', 'The type of content to return', 'VIDEO');
export const searchText = text('search_string', 'Search Text', 'Return only entries that match this text', 'ber');

const least = (name: string, label: string, what: string) =>
	number(`${name}.min`, `Minimum ${label}`, `Minimum ${what}; 0 for no minimum`, '', { zeroMeansNone: true });
const most = (name: string, label: string, what: string) =>
	number(`${name}.max`, `Maximum ${label}`, `Maximum ${what}`);

export const creatorLocations = listOf(
	'creator_locations',
	'Creator Location',
	'Where the creator lives: ID or name',
	'Germany',
	{ picker: 'locations' },
);
export const creatorLanguage = text(
	'creator_language.code',
	'Creator Language',
	'The code of the language, fr, not its name',
	'fr',
	{ picker: 'languages' },
);
export const minFollowers = least('follower_count', 'Followers', 'followers of a creator');

const RATE = 'engagement rate, 3 or 0.03 as the service counts';

export const sortBy = choice('sort_by.field', 'Sort By', 'What to sort the creators by', [
	'FOLLOWER_COUNT',
	'ENGAGEMENT_RATE',
	'AVERAGE_LIKES',
	'AVERAGE_VIEWS',
	'CONTENT_COUNT',
]);

/** What else searches for creators are narrowed by, most wanted first. */
export const usualFilters: readonly Field[] = [
	most('follower_count', 'Followers', 'followers of a creator'),
	choice('sort_by.order', 'Sort Order', 'Highest or lowest value first', ['DESCENDING', 'ASCENDING']),
	least('engagement_rate', 'Engagement Rate', RATE),
	most('engagement_rate', 'Engagement Rate', RATE),
	listOf('creator_interests', 'Creator Interest', 'Interest of the creator', 'Travel', { picker: 'interests' }),
	listOf('hashtags', 'Hashtags', 'Hashtags of the creator', 'travel, vanlife', { entryName: 'name' }),
];

/** What few filter by. */
export const furtherFilters: readonly Field[] = [
	flag('is_verified', 'Is Verified', 'Whether the profile is verified'),
	flag('has_contact_details', 'Has Contact Details', 'Whether contact details of the creator are known'),
	listOf('audience_locations', 'Audience Location', 'Where the audience lives: ID or name', 'Germany', {
		entryName: 'location',
	}),
	listOf('audience_interests', 'Audience Interest', 'Interest of the audience', 'Travel', { entryName: 'name' }),
	choice('audience_gender.type', 'Audience Gender', 'The predominant gender of the audience', ['FEMALE', 'MALE']),
	choice('creator_gender', 'Creator Gender', 'The gender of the creator', ['FEMALE', 'MALE', 'ORGANIZATION']),
	least('average_likes', 'Average Likes', 'average likes per post'),
];
