export {
  currentAnnouncements,
  listAnnouncements,
  makeAnnouncement,
  putAwayAnnouncement,
  withdrawAnnouncement,
} from './announce.ts';
export { listOperated } from './list-operated.ts';
export { measureStorage } from './measure-storage.ts';
export { readHealth } from './read-health.ts';
export { isSuspended, resumeCompany, suspendCompany } from './suspend-company.ts';
