export {
  attemptsMax,
  type Conclusion,
  claimMails,
  concludeMail,
  fetchAgain,
  giveBackMails,
  type InboundMail,
  intakeRenewSeconds,
  lockAllClaimed,
  lockClaimed,
  lockMail,
  postponeMail,
  renewClaims,
  storeMail,
  unfinishedMax,
} from './inbound-mail-queries.ts';
export { inboundMailsTable, mailWithinReach } from './inbound-mails-table.ts';
