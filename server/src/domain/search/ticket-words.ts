import type { Address } from '#contract/messages.ts';
import { WordVector } from './word-vector.ts';

/** What a ticket is found by besides what was said in it. */
export type Head = {
  readonly company_id: number;
  readonly number: number;
  readonly title: string;
  readonly name: string;
  readonly addresses: readonly string[];
  readonly phones: readonly string[];
  readonly tags: readonly string[];
};
export type SaidInTicket = {
  readonly id: number;
  readonly kind: string;
  readonly author_name: string;
  readonly from_name: string;
  readonly from_address: string | null;
  readonly subject: string;
  readonly body_text: string;
  readonly quoted_text: string;
  readonly recipients: readonly Address[];
  readonly files: readonly string[];
};

const messagesPerPartMax = 10;

export function headVector(head: Head): WordVector {
  const vector = new WordVector(head.company_id);
  vector.add(head.title);
  for (const name of [head.name, ...new Set(head.addresses)]) {
    vector.add(name);
    vector.add(name, 'from');
  }
  for (const phone of new Set(head.phones)) vector.addPhone(phone);
  for (const tag of head.tags) vector.add(tag);
  vector.addAge(head.number);
  return vector;
}

type Part = { part: number; from: number; to: number; words: string };

/**
 * Packs what was said into parts, each of them with the ticket's head: a search for several words finds those of the same
 * part, and looks for those of several parts where few have all in one (`words-apart.ts`). Nearly every ticket is one; a long one grows by its last part alone.
 */
export function ticketVectors(head: Head, firstPart: number) {
  const top = headVector(head);
  const start = () => {
    const vector = new WordVector(head.company_id, top);
    return { vector, from: 0, to: 0, messages: 0 };
  };
  let part = firstPart;
  let now = start();
  const close = (): Part => {
    const done = { part, from: now.from, to: now.to, words: now.vector.toString() };
    part++;
    now = start();
    return done;
  };
  return {
    /** Answers the parts that are full now. */
    add(message: SaidInTicket): Part[] {
      const full: Part[] = [];
      if (now.messages >= messagesPerPartMax) full.push(close());
      const enter = () => {
        if (now.messages++ === 0) now.from = message.id;
        now.to = message.id;
      };
      enter();
      who(now.vector, message);
      for (const text of textsOf(head, message)) {
        for (let at = now.vector.add(text); at < text.length; at = now.vector.add(text, 'text', at)) {
          full.push(close());
          enter();
        }
      }
      return full;
    },
    /** The part that is not full, and the number of the last one that there is. */
    end: (): { rest: Part | undefined; parts: number } =>
      now.messages > 0 ? { rest: close(), parts: part - 1 } : { rest: undefined, parts: part - 1 },
  };
}

function who(vector: WordVector, { kind, author_name, from_name, from_address, recipients }: SaidInTicket): void {
  for (const name of new Set([author_name, from_name, from_address ?? ''])) vector.add(name, 'from');
  // Our own addresses are no news in every ticket; customers' own stand in the head.
  if (kind === 'note') return;
  for (const { name, address } of recipients) {
    vector.add(name, 'to');
    vector.add(address, 'to');
  }
}

function textsOf({ title }: Head, { subject, body_text, quoted_text, files }: SaidInTicket): string[] {
  const texts = [body_text, quoted_text, ...files];
  return (subject.endsWith(title) ? texts : [subject, ...texts]).filter((text) => text !== '');
}
