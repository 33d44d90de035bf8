/**
 * A browser on a busy machine misses a click now and then. A test of the editor that fails is run
 * once more, and both results are printed; all other tests have one try.
 */
if (expect.getState().testPath?.includes('/e2e/editor/')) {
	jest.retryTimes(1, { logErrorsBeforeRetry: true });
}
