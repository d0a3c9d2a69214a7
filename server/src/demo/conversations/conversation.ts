import type { Kind } from '../catalogue.ts';
import type { Language, ProductKey } from '../lumen-and-oak.ts';

/** A file somebody attaches; attachments/ makes its bytes. */
export type FileKind =
  | 'photo-scratch'
  | 'photo-box'
  | 'photo-swatch'
  | 'photo-room'
  | 'plan'
  | 'screenshot'
  | 'invoice'
  | 'label'
  | 'care-guide'
  | 'order-list'
  | 'log';

/** How the customer's mail program writes; `forward` carries a newsletter with remote pictures. */
export type Look = 'plain' | 'simple' | 'office' | 'forward';

export type Turn = {
  readonly who: 'customer' | 'agent' | 'note';
  readonly text: string;
  readonly files: readonly FileKind[];
  /** The first file is shown within the text. */
  readonly inline: boolean;
  readonly look: Look | undefined;
};

/**
 * A talk between a customer and the company. Texts hold only what is said: greeting, signature and quoted history come
 * from who writes. In braces: {order} {item} {itemAcc} {colour} {city} {amount} {fee} {day} (the weekday some days
 * later, with its preposition) {date} {earlier} (a date in the past) {percent} {quantity}.
 */
export type Conversation = {
  readonly key: string;
  readonly language: Language;
  readonly product: ProductKey;
  readonly about: Kind;
  readonly subjects: readonly string[];
  readonly turns: readonly Turn[];
};

type More = { files?: readonly FileKind[]; inline?: boolean; look?: Look };
const turn =
  (who: Turn['who']) =>
  (text: string, more: More = {}): Turn => ({
    who,
    text,
    files: more.files ?? [],
    inline: more.inline ?? false,
    look: more.look,
  });

export const customer = turn('customer');
export const agent = turn('agent');
export const note = turn('note');
