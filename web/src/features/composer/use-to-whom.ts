import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { replyDefaults } from '#contract/ticket-writing.ts';
import { callQuery } from '../../api/call.ts';
import { addRecipients, changedRecipients } from './recipients.ts';
import { type Leftovers, noLeftovers, type Recipients } from './recipients-field.tsx';
import type { DraftContent } from './use-draft.ts';
import type { AskedReply, MessageKind } from './written-letter.ts';

const nobody: Recipients = { to: [], cc: [], bcc: [] };
const everybody = ({ to, cc, bcc }: Recipients) => [...to, ...cc, ...bcc];

type Props = {
  kind: MessageKind;
  ticketId: number;
  /** As the draft has it. */
  initial: Pick<DraftContent, 'recipients' | 'from'> | null;
};

/** To whom a message goes, from which address, and which letter it answers. */
export function useToWhom({ kind, ticketId, initial }: Props) {
  /** A letter that was picked out of the thread; null: the last one. */
  const [answering, setAnswering] = useState<AskedReply | null>(null);
  const defaults = useQuery({
    ...callQuery(replyDefaults, { ticket_id: ticketId, ...(answering ? { message_id: answering.id } : {}) }),
    enabled: kind === 'reply',
  });
  /** Null: the suggested ones, which may still change with the next letter. */
  const [chosen, choose] = useState<Recipients | null>(initial?.recipients ?? null);
  const [from, chooseFrom] = useState<string | null>(initial?.from ?? null);
  const [leftovers, setLeftovers] = useState<Leftovers>(noLeftovers);
  const { data } = defaults;
  const senders = data?.senders ?? [];
  // One that was chosen, and may be used no more, gives way to the suggested one.
  const sender = senders.find((one) => one.address === from)?.address ?? data?.from?.address ?? null;
  const suggested = data ? { to: data.to, cc: data.cc, bcc: [] } : nobody;
  // Where nobody is suggested, whoever is there was chosen.
  const hasSuggested = kind === 'reply' && data !== undefined && data.to.length > 0;
  return {
    recipients: kind === 'note' ? nobody : (chosen ?? suggested),
    chosen,
    choose,
    /** What was changed about the suggested ones. */
    changed: hasSuggested && chosen ? changedRecipients(everybody(suggested), everybody(chosen)) : null,
    /** Whom the last letter did not reach, whether they stand there or not. */
    refused: data?.refused ?? [],
    suggestAgain: () => {
      choose(null);
      setLeftovers(noLeftovers);
    },
    /** Nobody was chosen, and whom to suggest is not known yet. */
    isPending: chosen === null && defaults.isPending,
    from,
    chooseFrom,
    senders,
    sender,
    /** Its own address is the mailbox's business, and may change until the letter is taken over. */
    fromOther: kind === 'note' || sender === senders[0]?.address ? null : sender,
    leftovers,
    isChat: kind === 'reply' && data?.is_chat === true,
    canReply: kind === 'note' || data?.can_reply !== false,
    inReplyTo: kind === 'note' ? null : (data?.message_id ?? null),
    answering,
    answer: (asked: AskedReply) => {
      setAnswering(asked);
      choose(null);
    },
    answerLast: () => {
      setAnswering(null);
      choose(null);
    },
    setRecipients: (next: Recipients, wrong: Leftovers) => {
      choose({ to: addRecipients([], next.to), cc: addRecipients([], next.cc), bcc: addRecipients([], next.bcc) });
      setLeftovers(wrong);
    },
    /** Another message is written now. */
    put: (recipients: Recipients | null, address: string | null) => {
      choose(recipients);
      chooseFrom(address);
      setLeftovers(noLeftovers);
    },
  };
}
