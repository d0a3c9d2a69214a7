export {
  attemptsMax,
  type Conclusion,
  claimMails,
  concludeMail,
  type InboundMail,
  intakeLeaseSeconds,
  lockClaimed,
  lockMail,
  postponeMail,
  type StoredMail,
  storeMail,
} from './inbound-mail-queries.ts';
export { inboundMailsTable } from './inbound-mails-table.ts';
