import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { replyDefaults } from '#contract/ticket-writing.ts';
import { callQuery } from '../../api/call.ts';
import { formatTime } from '../../i18n/time.ts';
import { addRecipients, changedRecipients } from './recipients.ts';
import { type Leftovers, noLeftovers, type Recipients } from './recipients-field.tsx';
import type { DraftContent } from './use-draft.ts';
import type { ThreadLetter } from './use-seen-letters.ts';
import type { MessageKind } from './written-letter.ts';

const nobody: Recipients = { to: [], cc: [], bcc: [] };
const everybody = ({ to, cc, bcc }: Recipients) => [...to, ...cc, ...bcc];

type Props = {
  kind: MessageKind;
  ticketId: number;
  isInTrash: boolean;
  /** As the draft has it. */
  initial: Pick<DraftContent, 'recipients' | 'from' | 'answers'> | null;
  /** The thread as it stands on the screen. */
  letters: readonly ThreadLetter[];
};

/** What came back says which letter it answers also where that is the last one, which goes without saying. */
type Picked = { readonly id: number; readonly byHand: boolean };

/** To whom a message goes, from which address, and which letter it answers. */
export function useToWhom({ kind, ticketId, isInTrash, initial, letters }: Props) {
  /** A letter that was picked out of the thread; null: the last one. */
  const [picked, pick] = useState<Picked | null>(initial?.answers ? { id: initial.answers, byHand: false } : null);
  const answers = picked && (picked.byHand || picked.id !== lastLetter(letters)) ? picked.id : null;
  const defaults = useQuery({
    ...callQuery(replyDefaults, { ticket_id: ticketId, ...(answers === null ? {} : { message_id: answers }) }),
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
    canReply: kind === 'note' || (!isInTrash && data?.can_reply !== false),
    inReplyTo: kind === 'note' ? null : (data?.message_id ?? null),
    answers,
    /** In the words of the thread. */
    answering: answers === null || letters.length === 0 ? null : aboutLetter(letters, answers),
    answer: (id: number) => {
      pick({ id, byHand: true });
      choose(null);
    },
    answerLast: () => {
      pick(null);
      choose(null);
    },
    setRecipients: (next: Recipients, wrong: Leftovers) => {
      choose({ to: addRecipients([], next.to), cc: addRecipients([], next.cc), bcc: addRecipients([], next.bcc) });
      setLeftovers(wrong);
    },
    /** Another message is written now. */
    put: (recipients: Recipients | null, address: string | null, letter: number | null) => {
      choose(recipients);
      chooseFrom(address);
      pick(letter === null ? null : { id: letter, byHand: false });
      setLeftovers(noLeftovers);
    },
  };
}

/** What a reply answers when nobody says which. */
const lastLetter = (letters: readonly ThreadLetter[]): number =>
  letters.filter(isLetter).reduce((max, one) => Math.max(max, one.id), 0);

const isLetter = ({ kind, mail_kind }: ThreadLetter): boolean =>
  (kind === 'inbound' || kind === 'outbound') && (mail_kind === null || mail_kind === 'human');

/** Who wrote it, and when; nothing of one that stands too far up to be there. */
function aboutLetter(letters: readonly ThreadLetter[], id: number): { who?: string; time?: string } {
  const letter = letters.find((one) => one.id === id);
  return letter ? { who: letter.author.name, time: formatTime(letter.added) } : {};
}
