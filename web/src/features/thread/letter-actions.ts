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

/** Absent where nobody may write. */
export const LetterActionsContext = createContext<LetterActions | null>(null);
export const useLetterActions = (): LetterActions | null => useContext(LetterActionsContext);
