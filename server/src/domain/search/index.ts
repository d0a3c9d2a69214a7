export { findAll, findAllIds } from './find-all.ts';
export { findInTicket } from './find-in-ticket.ts';
export { readDueWords } from './read-due-words.ts';
