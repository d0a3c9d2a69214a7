import { keepPreviousData } from '@tanstack/react-query';
import type { Row } from '#contract/entity.ts';
import { type InboundOutcome, inboundMails } from '#contract/inbound-mails.ts';
import { rowsQuery } from '../../api/rows.ts';

export type LoggedMail = Row<typeof inboundMails>;
export type LogSearch = { outcome?: InboundOutcome | undefined; from?: number | undefined };

export const mailsOnPage = 50;

/** A page of what arrived in a mailbox, the newest first. */
export function mailLogQuery(mailboxId: number, { outcome, from = 0 }: LogSearch) {
  const inOutcome = outcome ? ([['outcome', '=', outcome]] as const) : [];
  return {
    ...rowsQuery(inboundMails, {
      conditions: [['mailbox_id', '=', mailboxId], ...inOutcome],
      sort: [
        ['received_at', 'desc'],
        ['id', 'desc'],
      ],
      range: [from, from + mailsOnPage],
    }),
    placeholderData: keepPreviousData,
  };
}

/** What reads a mail may have to be started first. */
export const readingAgainMs = 120_000;
