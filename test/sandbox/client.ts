import axios, { type AxiosInstance } from 'axios';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox';

/** Every status is an answer here; tests say which one they want. */
export const clientOf = ({ url, token }: Pick<Sandbox, 'url' | 'token'>): AxiosInstance =>
	axios.create({
		baseURL: url,
		headers: { Authorization: token },
		validateStatus: () => true,
		maxRedirects: 0,
		proxy: false,
	});

const open: Sandbox[] = [];

/** A sandbox for one test, closed whatever becomes of the test. */
export async function sandboxForTest(options?: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	open.push(sandbox);
	return sandbox;
}

afterEach(async () => {
	await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});
