import axios, { type AxiosInstance } from 'axios';
import type { Sandbox } from '../../sandbox';

/** Every status is an answer here; tests say which one they want. */
export const clientOf = ({ url, token }: Pick<Sandbox, 'url' | 'token'>): AxiosInstance =>
	axios.create({
		baseURL: url,
		headers: { Authorization: token },
		validateStatus: () => true,
		maxRedirects: 0,
		proxy: false,
	});
