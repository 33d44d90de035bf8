import { npmProblem } from '../../../scripts/n8n/npm';

describe('npm that failed', () => {
	it.each([
		['npm error code ENOSPC', /no space left on the disk/, /Free some/],
		['npm error code EAI_AGAIN', /registry cannot be reached/, /Check the network/],
		['npm error ERR_SOCKET_TIMEOUT', /registry cannot be reached/, /proxy/],
		['gyp ERR! find Python', /could not be compiled/, /Python 3, make and a C\+\+ compiler/],
		['npm error something else', /npm ci failed/, /something else/],
	])('after %j says what to do', (output, message, advice) => {
		const problem = npmProblem(['ci'], output, 'install.log');
		expect(problem.message).toMatch(message);
		expect(problem.advice).toMatch(advice);
		expect(problem.advice).toContain('install.log');
	});
});
