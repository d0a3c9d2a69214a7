export { countUnreadNotices, listNotices } from './list-notices.ts';
export { markNoticesRead } from './mark-notices-read.ts';
