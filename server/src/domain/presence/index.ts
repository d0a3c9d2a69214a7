export { keepPresences, leavePresences } from './keep-presences.ts';
export { isPresent, presenceOf } from './presence-sql.ts';
