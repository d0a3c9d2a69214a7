export { keepPresences, leavePresences } from './keep-presences.ts';
export { isAtDesk, isPresent, presenceOf, untouchedMinutes } from './presence-sql.ts';
