import { createContext, useContext } from 'react';
import type { Message } from './message.ts';

/** What the page around a thread does with its letters. */
export type LetterActions = {
  readonly replyTo: (message: Message) => void;
  readonly quote: (message: Message) => void;
  readonly forward: (messages: readonly Message[]) => void;
  /** The same once more, to be sent where the first one should have gone. */
  readonly writeAgain: (message: Message) => void;
  readonly openSide: (sideId: number) => void;
};

/** Why a message becomes no ticket of its own, alone or with all that follow; undefined: it may. */
export type WhyNotSplit = (message: Message, fromHere: 0 | 1) => string | undefined;
export const WhyNotSplitContext = createContext<WhyNotSplit>(() => undefined);

/** Absent where nobody may write. */
export const LetterActionsContext = createContext<LetterActions | null>(null);
export const useLetterActions = (): LetterActions | null => useContext(LetterActionsContext);
