import { mailUnread } from '#domain/chats/index.ts';
import type { LetterTools } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';

type Needs = { db: Database; wake: Wake; log: Log; letters: LetterTools };

/** Follows visitors by mail who left before they read the answer; any number of processes together. */
export const runChatLetters = ({ db, wake, log, letters }: Needs): Loop =>
  runLoop({
    name: 'chat letters',
    log,
    wakeOn: () => () => {},
    restSeconds: 10,
    async work() {
      const wasDue = await db.transaction('system', (tx) => mailUnread(tx, letters));
      if (!wasDue) return 'idle';
      wake.nudge('deliveries');
      wake.nudge('events');
      return 'more';
    },
  });
