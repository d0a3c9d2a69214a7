import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTicketSearch, views } from './ticket-search.ts';
import { belongsTo, conditionsOf, filtersOf, unfiltered } from './ticket-views.ts';

describe('the address of a list', () => {
  test('a shared link shows the same list to a colleague', () => {
    expect(readTicketSearch({ view: 'resolved', product: '7', team: 3 })).toEqual({
      view: 'resolved',
      product: 7,
      team: 3,
    });
    for (const to of [
      { assignee: 'me', channel: 'chat' },
      { assignee: 'nobody', company: 2 },
      { assignee: 5, channel: 'phone' },
    ] as const) {
      expect(readTicketSearch({ ...to, assignee: String(to.assignee) })).toEqual(to);
      expect(filtersOf(readTicketSearch(to))).toEqual(to);
    }
  });

  test('what somebody mistyped is as if it were not there, and so are the pages that lists once had', () => {
    expect(readTicketSearch({ view: 'bogus', product: '-1', team: '2.5', page: 3, size: 50, more: 1 })).toEqual({});
    expect(readTicketSearch({ assignee: 'everybody', channel: 'pigeon' })).toEqual({});
    expect(readTicketSearch({ tag: '1e400', product: {}, label: '<script>' })).toEqual({});
  });

  test('defaults stay out of it', () => {
    expect(readTicketSearch({ view: 'open' })).toEqual({});
  });
});

describe('what a view holds', () => {
  test('spam and trash stay out of every working view', () => {
    for (const view of ['open', 'mine', 'unassigned', 'answered', 'resolved'] as const) {
      expect(conditionsOf({ view }, 4)).toEqual(
        expect.arrayContaining([
          ['is_deleted', '=', 0],
          ['is_spam', '=', 0],
        ]),
      );
    }
  });

  test('Mine is what is open and mine; a product narrows any view', () => {
    expect(conditionsOf({ view: 'mine', product: 7 }, 4)).toEqual([
      ['is_deleted', '=', 0],
      ['is_spam', '=', 0],
      ['view_type', '=', ''],
      ['assignee_id', '=', 4],
      ['product_id', '=', 7],
    ]);
  });
});

test('a change shown before the answer stands where the server would put it', () => {
  const ticket = fc.record({
    company_id: fc.constantFrom(1, 2),
    product_id: fc.constantFrom(7, 8),
    team_id: fc.constantFrom(2, 6, null),
    channel: fc.constantFrom('mail' as const, 'chat' as const),
    label_id: fc.constantFrom(3, 9, null),
    assignee_id: fc.constantFrom(4, 5, null),
    view_type: fc.constantFrom('' as const, 'snoozed' as const, 'answered' as const, 'resolved' as const),
    is_spam: fc.constantFrom(0 as const, 1 as const),
    is_deleted: fc.constantFrom(0 as const, 1 as const),
  });
  const search = fc.record({
    // Whom notes name, and who is writing, the server alone knows.
    view: fc.constantFrom(...views.filter((view) => view !== 'mentions' && view !== 'drafts')),
    company: fc.constantFrom(2, undefined),
    product: fc.constantFrom(7, undefined),
    team: fc.constantFrom(2, undefined),
    assignee: fc.constantFrom('me' as const, 'nobody' as const, 5, undefined),
    channel: fc.constantFrom('chat' as const, undefined),
    label: fc.constantFrom(3, undefined),
  });
  fc.assert(
    fc.property(ticket, search, (row, asked) => {
      const byServer = conditionsOf(asked, 4).every(([field, , value]) => row[field as keyof typeof row] === value);
      expect(belongsTo(asked, row, 4)).toBe(byServer);
    }),
  );
});

test('a list that was narrowed to nothing is cleared to the list that was narrowed, of the same product', () => {
  const cleared = unfiltered({
    view: 'mine',
    product: 3,
    team: 2,
    assignee: 'nobody',
    channel: 'chat',
    label: 1,
    tag: 9,
  });
  expect(cleared).toEqual({ view: 'mine', product: 3, team: 2 });
});
