export { discardNewLetter, forgetOldNewLetters, takeBackNewLetter } from './drop-new-letter.ts';
export { dropComposed, findKept, keepNewLetter } from './keep-new-letter.ts';
export { giveLettersBack, handOverLetters } from './letters-of-leaver.ts';
export { myNewLetters } from './new-letter-queries.ts';
export { saveNewLetter } from './save-new-letter.ts';
export { findDueNewLetter, postponeNewLetter, sendDueNewLetter, sendNewLetterNow } from './send-new-letter.ts';
