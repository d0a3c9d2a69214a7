export { drainQueues } from './drain-queues.ts';
export { takeBackFromAbsent } from './take-back-from-absent.ts';
