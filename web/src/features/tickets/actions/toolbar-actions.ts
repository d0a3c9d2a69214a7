import type { BulkAction } from '#contract/ticket-bulk.ts';
import { mergedAtOnceMax } from '#contract/ticket-merges.ts';
import type { Ticket } from '../ticket-queries.ts';
import type { View } from '../views/ticket-search.ts';

/** What can be done with picked tickets, by view, in the order the toolbar has it. */
export const actionsIn = (view: View): readonly BarAction[] =>
  view === 'trash'
    ? ['restore']
    : view === 'spam'
      ? ['notSpam', 'trash']
      : [
          view === 'resolved' ? 'reopen' : 'resolve',
          'assign',
          // What is resolved is done with: it is opened first.
          ...(view === 'resolved' ? [] : (['snooze'] as const)),
          'tag',
          'label',
          'merge',
          'spam',
          'trash',
        ];
/** These open a menu, and what is chosen there is done. */
const menus = ['assign', 'snooze', 'tag', 'label'] as const;
export type BarMenu = (typeof menus)[number];
export type PlainAction = 'resolve' | 'reopen' | 'merge' | 'spam' | 'notSpam' | 'trash' | 'restore';
export type BarAction = PlainAction | BarMenu;
export const opensMenu = (action: BarAction): action is BarMenu => menus.some((one) => one === action);
/** What a job does to everything that matches; merging is for some. */
export const forAll = {
  resolve: { kind: 'resolve' },
  reopen: { kind: 'reopen' },
  spam: { kind: 'spam' },
  notSpam: { kind: 'not_spam' },
  trash: { kind: 'trash' },
  restore: { kind: 'restore' },
  merge: null,
} as const satisfies Record<PlainAction, BulkAction | null>;
export const barKeys: Record<BarAction, string> = {
  resolve: 'KeyE',
  reopen: 'KeyE',
  assign: 'KeyA',
  snooze: 'KeyS',
  tag: 'KeyT',
  label: 'KeyL',
  spam: 'Shift+Digit1',
  notSpam: 'Shift+Digit1',
  merge: 'KeyM',
  trash: 'Shift+Digit3',
  restore: 'Shift+Digit3',
};
export const selections = ['all', 'none', 'opened', 'closed'] as const;
export type Selection = (typeof selections)[number];

/** Tags and labels are a company's own, and tickets of several are not merged. */
export const areOfSeveral = ([first, ...rest]: readonly Pick<Ticket, 'company_id'>[]): boolean =>
  rest.some((one) => one.company_id !== first?.company_id);

/** Those that go into one, and the one. */
export const mergedTogetherMax = mergedAtOnceMax + 1;

/** What is put away stays whole: nothing goes into it, or out of it. */
export const isPutAway = (row: Pick<Ticket, 'is_deleted' | 'is_spam' | 'erased_at'>): boolean =>
  row.is_deleted === 1 || row.is_spam === 1 || row.erased_at !== null;

/** Why these become no single ticket, by the name of its words; null: they may. */
export const whyNotMerged = (
  rows: readonly Pick<Ticket, 'company_id' | 'is_deleted' | 'is_spam' | 'erased_at'>[],
): 'several_companies' | 'not_put_away' | 'too_many_to_merge' | null =>
  areOfSeveral(rows)
    ? 'several_companies'
    : rows.some(isPutAway)
      ? 'not_put_away'
      : rows.length > mergedTogetherMax
        ? 'too_many_to_merge'
        : null;

/** The same of putting them off. */
export const whyNotSnoozed = (rows: readonly Pick<Ticket, 'view_type' | 'is_deleted'>[]): 'not_snoozed' | null =>
  rows.some((row) => row.view_type === 'resolved' || row.is_deleted === 1) ? 'not_snoozed' : null;
