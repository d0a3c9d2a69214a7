export { drainQueues } from './drain-queues.ts';
export { absentMinutes, takeBackFromAbsent } from './take-back-from-absent.ts';
