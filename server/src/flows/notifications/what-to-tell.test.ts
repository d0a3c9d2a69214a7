import { expect, test } from 'vitest';
import type { News } from './news-queries.ts';
import { whatToTell } from './what-to-tell.ts';

const [olena, ira] = [1, 2];
/** The carrier answered what Olena asked them. */
const answered = (assignee_id: number | null) =>
  ({
    ...{ entity: 'messages', action: 'created', actor_kind: 'system', age_seconds: 1, letter: null, held_for: null },
    ticket: { id: 7, company_id: 1, product_id: 1, assignee_id, is_hidden: false, letter_id: null },
    message: {
      id: 9,
      kind: 'side_inbound',
      author_name: 'Dispatch',
      is_human: true,
      mentioned: [],
      side_opened_by: olena,
    },
  }) as unknown as News;
const told = (news: News) => whatToTell(news).map(({ kind, to, who, except }) => ({ kind, to, who, except }));

test('what a third party answers is told to whoever has the ticket and whoever asked', () => {
  const both = { kind: 'side_answered', who: 'Dispatch', except: null };
  expect(told(answered(ira))).toEqual([
    { ...both, to: ira },
    { ...both, to: olena },
  ]);
  expect(told(answered(olena))).toEqual([{ ...both, to: olena }]);
});

test('where nobody has the ticket, whoever looks after such hears of it as of a reply, and whoever asked once', () => {
  expect(told(answered(null))).toEqual([
    { kind: 'side_answered', to: olena, who: 'Dispatch', except: null },
    { kind: 'unassigned_replied', to: 'everybody', who: 'Dispatch', except: olena },
  ]);
});
