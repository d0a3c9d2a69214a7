export { findAll, findAllIds } from './find-all.ts';
export { readDueWords } from './read-due-words.ts';
