/** Environment variable that names the temporary folder of this test run. */
export const TEST_HOME = 'CREATOR_INTELLIGENCE_TEST_HOME';

/** The temporary folder of this test run; it is removed when the run ends. */
export function testHome(): string {
	const home = process.env[TEST_HOME];
	if (!home) throw new Error(`${TEST_HOME} is not set: jest's globalSetup did not run`);
	return home;
}
