export { findJobId, readJobId, type JobId } from './jobId';
export { readState, type Basis, type ReadState } from './jobState';
export type { JobOverrides, JobState } from './overrides';
