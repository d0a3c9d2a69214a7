import { searchQueryMax } from '#contract/entity.ts';
import { channels } from '#contract/messages.ts';
import { ticketViews } from '#contract/ticket-views.ts';

/** The views of the list, in the order the column shows them. */
export const views = ticketViews;
export type View = (typeof views)[number];

/** What the person chose, as it stands in the address. Defaults are left out of it. */
export type TicketSearch = {
  readonly view?: View | undefined;
  /** Of several that the person works for. */
  readonly company?: number | undefined;
  readonly product?: number | undefined;
  /** Who has it: `me` is whoever looks. */
  readonly assignee?: 'me' | 'nobody' | number | undefined;
  readonly team?: number | undefined;
  readonly channel?: (typeof channels)[number] | undefined;
  readonly label?: number | undefined;
  readonly tag?: number | undefined;
  /** What is looked for, as typed; empty: nothing yet. Results then stand in the place of the list. */
  readonly search?: string | undefined;
};

/** Reads an address somebody may have typed: what makes no sense is as if it were not there. */
export function readTicketSearch(raw: Record<string, unknown>): TicketSearch {
  const view = views.find((name) => name === raw.view);
  // Named, though undefined: the router keeps what stands in the address wherever nothing is said about it.
  return {
    view: view === 'open' ? undefined : view,
    company: positive(raw.company),
    product: positive(raw.product),
    assignee: raw.assignee === 'me' || raw.assignee === 'nobody' ? raw.assignee : positive(raw.assignee),
    team: positive(raw.team),
    channel: channels.find((name) => name === raw.channel),
    label: positive(raw.label),
    tag: positive(raw.tag),
    search: typed(raw.search),
  };
}

/** The router reads `search=4318` as a number. */
function typed(value: unknown): string | undefined {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain ? String(value).slice(0, searchQueryMax).toWellFormed() : undefined;
}

function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
