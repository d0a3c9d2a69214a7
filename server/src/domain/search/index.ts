export { seeing } from './asked.ts';
export { findAll, findAllIds } from './find-all.ts';
export { findInTicket } from './find-in-ticket.ts';
export { partQuery } from './part-query.ts';
export { readDueWords } from './read-due-words.ts';
