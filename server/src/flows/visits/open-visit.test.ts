import { expect, test } from 'vitest';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { openVisit, type PageOpen, type Visit } from './open-visit.ts';

const first = { url: '/tables', title: 'Tables' };
const second = { url: '/chairs', title: 'Chairs' };

const arrival: PageOpen = {
  ...{ companyId: 1, quidgetId: 1, visitorId: null, cameBy: null, userAgent: '', country: null, language: 'en' },
  ...{ page: first, referrer: '', isSeen: true, isInChat: false, send() {} },
};

test('a page that is left before the visit has been written down is not forgotten', () => {
  const written: unknown[] = [];
  const note = (visit: Visit) => {
    const row = visit.row();
    if (row) written.push([row.page.url, row.pages, row.trail.map((one) => one.url)]);
  };
  const open = () =>
    openVisit(arrival, {
      db: {} as Database, // nothing is said by itself here
      log: {} as Log,
      rules: () => undefined,
      changed: note,
      told() {},
      staySeconds: 0,
    });
  const entered = { id: 1, seat: 'a seat', pages: 1, trail: [first], shown: [] };

  const hasty = open();
  hasty.see(second);
  expect(written).toEqual([]);
  hasty.known(entered);
  expect(written).toEqual([['/chairs', 2, ['/chairs', '/tables']]]);

  open().known(entered);
  expect(written).toHaveLength(1);
});
