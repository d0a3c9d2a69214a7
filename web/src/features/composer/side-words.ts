import type { Attachment } from '#contract/messages.ts';
import type { Recipient } from './recipients.ts';

/** What is being written to a third party. */
export type SideWords = {
  readonly html: string;
  readonly subject: string;
  readonly to: readonly Recipient[];
  readonly cc: readonly Recipient[];
  readonly files: readonly Attachment[];
  /** Letters that it forwards, and which of their attachments stay here. */
  readonly forwarded: readonly number[];
  readonly left: readonly number[];
};
type Place = { readonly user: number; readonly ticket: number; readonly side: number };

const keyOf = ({ user, ticket, side }: Place) => `side-${user}-${ticket}-${side}`;

/** Kept in this tab: closing the panel loses no word. */
export function keepSide(place: Place, words: SideWords): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(words));
  } catch {
    // A browser that keeps nothing loses it with the panel.
  }
}

export function readSide(place: Place): SideWords | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null');
    // Written by this very module, in this tab.
    return typeof kept === 'object' && kept !== null && 'html' in kept ? (kept as SideWords) : null;
  } catch {
    return null;
  }
}

export function dropSide(place: Place): void {
  try {
    sessionStorage.removeItem(keyOf(place));
  } catch {
    // Nothing is kept there.
  }
}
