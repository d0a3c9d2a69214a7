import { useState } from 'react';
import type { Row } from '#contract/entity.ts';
import type { messages } from '#contract/messages.ts';
import type { HowToSend } from './written-letter.ts';

export type ThreadLetter = Pick<Row<typeof messages>, 'id' | 'kind' | 'mail_kind' | 'author' | 'body_text' | 'added'>;

/**
 * How far its writer had read when they began to write. While nothing is written, what comes in is seen; from the first
 * word on, what a colleague or the customer writes stops the sending once, also where its writer was away meanwhile or goes
 * on with it at another machine.
 */
export function useSeenLetters(
  letters: readonly ThreadLetter[],
  userId: number,
  isEmpty: boolean,
  /** Of what was begun before and is gone on with. */
  begun: number | null,
) {
  const newest = letters.reduce((max, one) => Math.max(max, one.id), 0);
  const [frozen, freeze] = useState(begun);
  const [paused, setPaused] = useState<HowToSend | null>(null);
  if (isEmpty && frozen !== null) freeze(null);
  if (!isEmpty && frozen === null && newest > 0) freeze(newest);
  if (isEmpty && paused) setPaused(null);
  const to = frozen ?? newest;
  const fresh = () => letters.filter((one) => one.id > to && isTheirs(one, userId));
  return {
    /** Null while the thread is not there yet: then nobody is stopped. */
    to: to || null,
    newest: newest || null,
    fresh,
    paused: paused && fresh().length > 0 ? { how: paused, letters: fresh() } : null,
    pause: (how: HowToSend) => setPaused(how),
    /** They go and read. */
    review: () => {
      const first = fresh()[0];
      freeze(newest);
      setPaused(null);
      if (first) document.getElementById(`message-${first.id}`)?.scrollIntoView({ block: 'center' });
    },
    /** What was written elsewhere stands here now. */
    beganAt: (id: number | null) => freeze(id),
    /** A letter came back that was stopped: as it was when that was written. */
    goBackTo: (id: number) => {
      freeze(id);
      setPaused({});
    },
  };
}

const isTheirs = ({ kind, mail_kind, author }: ThreadLetter, userId: number): boolean =>
  (kind === 'inbound' || kind === 'outbound' || kind === 'note') &&
  (mail_kind === null || mail_kind === 'human') &&
  !(author.kind === 'user' && author.id === userId);
