import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anSmtpServer, type TestSmtpServer } from '#channels/email/transport/testing/an-smtp-server.ts';
import { type MailServers, startMailServers } from '#test/rigs/mail-servers.ts';
import { untilAllDone, waitUntil } from '#test/rigs/wait-until.ts';
import { allOf, aShopOnServer, type ShopOnServer } from './shop-on-a-server.ts';
import { sorted } from './sorted.ts';

/**
 * What was handed in and taken over, written down here, outside the server that is killed: this decides what is lost,
 * double or invented, never the server's own database.
 */
const ledger = { arrived: new Set<string>(), acknowledged: new Map<string, number>(), ambiguousKills: 0 };

let servers: MailServers;
let customers: TestSmtpServer;
let shop: ShopOnServer;
let ticketId: number;
/** Done when the customers' server has taken a whole mail and not yet said so. */
let beforeAnswer = () => {};

beforeAll(async () => {
  servers = await startMailServers();
  customers = await anSmtpServer({
    onMail: () => {
      beforeAnswer();
      return null;
    },
  });
  const smtp = { smtp_host: '127.0.0.1', smtp_port: customers.port, smtp_security: 'none', smtp_password: 'secret' };
  shop = await aShopOnServer(servers, { mailbox: smtp });
  await arrives('The first');
  ticketId = await waitUntil(async () => (await shop.allTickets())[0]?.id);
}, 120_000);
afterAll(async () => {
  await shop?.discard();
  await customers?.stop();
  await servers?.stop();
});

async function arrives(subject: string): Promise<void> {
  const raw = `From: Hanna <hanna@lindqvist.test>\r\nSubject: ${subject}\r\nMessage-ID: <${randomUUID()}@x.test>\r\n\r\n${subject}\r\n`;
  await servers.deliver('support@lumenoak.test', raw);
  ledger.arrived.add(subject);
}

/** Text and client id of what was written and not answered yet. */
const unanswered = new Map<string, string>();

/** As a browser does: the same request under the same id until it is answered. False when nobody is there. */
async function replies(text: string): Promise<boolean> {
  const clientId = unanswered.get(text) ?? randomUUID();
  unanswered.set(text, clientId);
  const to = [{ address: 'hanna@lindqvist.test' }];
  const reply = { ticket_id: ticketId, client_id: clientId, body_html: `<p>${text}</p>`, to };
  const answer = await shop.olena.call('tickets/reply', reply).catch(() => null);
  if (answer?.status !== 200) return false;
  ledger.acknowledged.set(text, Number(answer.body.data.message_id));
  unanswered.delete(text);
  return true;
}

async function lives(more: Record<string, string> = {}): Promise<void> {
  // One that dies of what is left over may do so before it says that it is ready.
  await shop.server.start(more).catch((error: unknown) => {
    if (!shop.server.hasEnded()) throw error;
  });
}

/**
 * Everything that ever went in is there once, and everything that we promised has left. A letter may have left twice
 * only where a kill came between the server that took it and our note of it, and then it is the same letter.
 */
async function addsUp(): Promise<void> {
  for (const text of unanswered.keys())
    await waitUntil(() => replies(text), { timeoutMs: 40_000, what: `an answer to '${text}'` });
  await untilAllDone(
    async () => ({ done: new Set((await shop.allTickets()).map((one) => one.title)).size, of: ledger.arrived.size }),
    { what: 'every mail to be a ticket' },
  );
  const tickets = await shop.allTickets();
  expect(sorted(tickets.map((one) => one.title)), 'lost, double or invented').toEqual(sorted([...ledger.arrived]));
  const log = async () => (await allOf(shop.olena, 'inbound-mails')).filter((one) => one.folder === 'INBOX');
  await untilAllDone(
    async () => {
      const found = await log();
      return { done: found.filter((one) => one.outcome !== 'waiting').length, of: found.length };
    },
    { what: 'every mail to have its outcome' },
  );
  expect(await log()).toHaveLength(ledger.arrived.size);

  await everyLetterIsSent();
  for (const text of ledger.acknowledged.keys()) {
    const copies = customers.taken.filter(({ raw }) => raw.includes(`<p>${text}</p>`));
    expect(copies.length, text).toBeGreaterThanOrEqual(1);
    // The receiver can tell: it is the same to the byte.
    expect(new Set(copies.map(({ raw }) => raw)).size, text).toBe(1);
  }
  expect(customers.taken.length - ledger.acknowledged.size).toBeLessThanOrEqual(ledger.ambiguousKills);
  const outbound = (await allOf(shop.olena, 'messages')).filter((one) => one.kind === 'outbound');
  expect(outbound.map((one) => one.id)).toEqual([...ledger.acknowledged.values()].sort((a, b) => a - b));
  await untilAllDone(async () => ({ done: (await sentBox()).length, of: ledger.acknowledged.size }), {
    what: 'the copies in the Sent box',
  });
  const ids = (await sentBox()).map(({ text }) => /^Message-ID:\s*(\S+)/im.exec(text)?.[1]);
  expect(ids).toHaveLength(ledger.acknowledged.size);
  expect(new Set(ids).size).toBe(ids.length);
}
const everyLetterIsSent = () =>
  untilAllDone(
    async () => {
      const found = (await allOf(shop.olena, 'messages')).filter((one) => one.kind === 'outbound');
      return { done: found.filter((one) => one.delivery.state === 'sent').length, of: found.length };
    },
    { what: 'every letter to be sent' },
  );
const sentBox = () => servers.readMailbox('support@lumenoak.test', 'Sent');

test('F2 killed at every point between the mail server and the ticket, and between the reply and the Sent box', async () => {
  const inbound = ['fetched', 'raw-written', 'stored', 'cursor-moved', 'parsed', 'before-commit', 'committed'];
  const outbound = ['claimed', 'sent', 'before-settle', 'before-copy', 'copied'];
  const points = [...inbound.map((point) => `inbound.${point}`), ...outbound.map((point) => `outbound.${point}`)];
  await shop.server.kill();
  for (const point of points) {
    // The next life takes up what the last one left, and dies at another point.
    await lives({ PARLEY_FAILPOINT: point });
    if (point.startsWith('inbound.')) for (const n of [1, 2]) await arrives(`${point} ${n}`);
    else await replies(point);
    await waitUntil(() => shop.server.hasEnded(), { timeoutMs: 40_000, what: `the server to die at ${point}` });
    expect(await shop.server.ended(), point).toBeNull();
  }

  // After DATA's final dot and before the answer: the moment nobody can know.
  await lives();
  await everyLetterIsSent();
  const died = new Promise<void>((resolve) => {
    beforeAnswer = () => {
      beforeAnswer = () => {};
      void shop.server.kill().then(resolve);
    };
  });
  await replies('before the answer');
  await died;
  await lives();
  // The two points behind the answer and the moment before it; a death at the Sent box may catch the next letter there.
  ledger.ambiguousKills += 5;
  await addsUp();
}, 300_000);

test('F1 kill -9 at random moments under mixed load', async () => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
  const random = seededRandom(seed);
  const rounds = 8;
  // A quick machine does not heap up more than a slow one has to work off.
  const perRoundMax = 40;
  for (let round = 0; round < rounds; round++) {
    let isOver = false;
    const mail = (async () => {
      for (let n = 0; !isOver && n < perRoundMax; n++) {
        await arrives(`Round ${round}, mail ${n}`);
        await pause(random() * 40);
      }
    })();
    const desk = (async () => {
      for (let n = 0; !isOver && n < perRoundMax; n++) {
        unanswered.set(`Round ${round}, reply ${n}`, randomUUID());
        for (const text of unanswered.keys()) if (!(await replies(text))) break;
        await pause(random() * 60);
      }
    })();
    await pause(200 + random() * 1800);
    await shop.server.kill();
    isOver = true;
    await Promise.all([mail, desk]);
    await lives();
  }
  // Letters of one ticket leave one by one, so a kill can catch one of them in that moment.
  ledger.ambiguousKills += rounds;
  await addsUp().catch((error: unknown) => {
    const counts = `${ledger.arrived.size} mails, ${ledger.acknowledged.size} replies`;
    throw new Error(`seed ${seed}, ${counts}: ${error instanceof Error ? error.message : error}`, { cause: error });
  });
}, 400_000);

/** mulberry32 */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
