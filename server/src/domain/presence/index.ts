export { keepPresences, leavePresences } from './keep-presences.ts';
export { absentMinutes, isAbsent, isAtDesk, isPresent, presenceOf, untouchedMinutes } from './presence-sql.ts';
