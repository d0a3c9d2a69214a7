export { askForJob, isJobAsked } from './ask-for-job.ts';
export { cancelJob } from './cancel-job.ts';
export { findJob, findJobFile, findJobInput, isUndoOver, listJobs } from './find-jobs.ts';
export { dropParts, forgetJobs, forgetOldJobs } from './forget-jobs.ts';
export {
  addPart,
  type ClaimedJob,
  checkpointOf,
  claimJob,
  decideFailure,
  endJob,
  jobRenewSeconds,
  lookAtJob,
  noteProgress,
  type Progress,
  putBackJob,
  renewJob,
} from './job-queue.ts';
