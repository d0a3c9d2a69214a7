export { forgetMails } from './forget-mails.ts';
export {
  attemptsMax,
  type Conclusion,
  cameAt,
  claimMails,
  concludeMail,
  concludeMails,
  describeMail,
  fetchAgain,
  giveBackMails,
  type InboundMail,
  intakeRenewSeconds,
  isCrowded,
  knownHashes,
  lockAllClaimed,
  lockClaimed,
  lockMail,
  postponeMail,
  renewClaims,
  type StoredMail,
  storeMail,
  storeMails,
  unfinishedMax,
} from './inbound-mail-queries.ts';
export { inboundMailsTable, mailWithinReach } from './inbound-mails-table.ts';
export { recentOwnMails } from './own-mails.ts';
export {
  isOnlyStart,
  type KeptRaw,
  keepRaws,
  keyOfRaw,
  keyOfRaws,
  type RawPlace,
  rawReader,
  readRaw,
  tooLargeWords,
} from './raw-mails.ts';
