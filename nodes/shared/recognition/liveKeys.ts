import { matchesKey } from './keys';

export const isTimeKey = matchesKey(/\b(at|time|date|datetime|timestamp|stamp|ts|(nano)?seconds)$/);
/** When the service last read something. Other times may be what tells two rows apart. */
export const isReadTimeKey = matchesKey(
	/^(at|ts|now)$|\b((updated|modified|checked|scanned|fetched|crawled|refreshed|synced|seen|expires|expiry|expiration|(last|next) (check|scan|update|run))( (at|on|in|date|time|timestamp|ts))?|(check|scan|update|fetch|crawl|request|server|generated|retrieved|cached) (at|on|date|time|timestamp|ts))$/,
);

/** What people do and make. What was found, such as `hate_posts`, is no such counter. */
export const isCounterKey = matchesKey(
	/^((total|num|number of|avg|average|post|video|profile|instagram|tiktok|youtube) )*((like|view|play|share|save|repost|reaction|digg|follower|subscriber|fan|impression|engagement)s?|following|reach|(comment|post|content|video)s|(comment|post|content|video|media|reply)(?= count)|replies)( counts?| total)?$/,
);
