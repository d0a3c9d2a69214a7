import type { ChatSetup } from '#contract/quidget-chat.ts';
import type { QuidgetText } from '#contract/quidget-settings.ts';
import type { Invitation, Look } from '../seam.ts';
import type { Keep } from '../talk/keep.ts';
import type { Asked } from '../talk/outbox.ts';
import type { Talk, TalkState } from '../talk/talk.ts';
import type { Words } from './words-en.ts';

export type View =
  | { name: 'home' }
  | { name: 'form' }
  /** Null: nothing is written yet. */
  | { name: 'talk'; talk: string | null }
  | { name: 'left'; talk: string };

/** `talk`: what they belong to. */
export type Carried = { readonly talk: string; readonly files: readonly File[] };

/** What every screen draws from. */
export type The = {
  setup: ChatSetup;
  look: Look;
  words: Words;
  /** The company's own words, or the usual ones. */
  text(name: QuidgetText): string;
  state: TalkState;
  talk: Talk;
  keep: Keep;
  /** What the visitor has told of themselves, and the site of them. */
  asked: Asked;
  tell(asked: Asked): void;
  /** `staying`: on the same screen, which has only become another. */
  go(view: View, staying?: boolean): void;
  /** Differs whenever another screen is gone to. */
  seat: number;
  /** Answers the conversation that begins by these words. */
  begin(said: string): string;
  /** `said`: chosen rather than typed. */
  start(said?: string): void;
  /** Files that were chosen before there was a conversation to bring them to, until they are in it. */
  carried: Carried;
  carry(what: Carried): void;
  /** What the company wrote first. */
  invited: Invitation | undefined;
  close(): void;
  now: Date;
};
