import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createOutboundGuard } from '#platform/outbound-guard.ts';
import { type MailServers, startMailServers } from '#test/rigs/mail-servers.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import type { MailboxSettings } from './mail-settings.ts';
import { aLetter } from './testing/a-letter.ts';
import { aMailboxPort, type PortInMemory } from './testing/a-mailbox-port.ts';
import { type MailboxWatch, watchMailbox } from './watch-mailbox.ts';

let servers: MailServers;
beforeAll(async () => {
  servers = await startMailServers();
});
afterAll(() => servers?.stop());

let shops = 0;
/** A mailbox of its own for each story, and its settings. */
async function aShop(changes: Partial<MailboxSettings> = {}): Promise<MailboxSettings & { address: string }> {
  const address = `support@shop${++shops}.test`;
  await servers.addMailbox(address, 'secret');
  return {
    address,
    imap: { host: '127.0.0.1', port: servers.imapsPort, security: 'ssl' },
    credentials: async () => ({ user: address, pass: 'secret' }),
    guard: createOutboundGuard({ allow: ['127.0.0.0/8'] }),
    tlsCa: servers.ca,
    folders: {},
    startedAt: new Date(),
    fetchSince: null,
    ...changes,
  };
}

type Watching = MailboxWatch & { port: PortInMemory; stop(): Promise<void> };

function watch(settings: MailboxSettings, port = aMailboxPort()): Watching {
  const ending = new AbortController();
  const watching = watchMailbox(settings, port, ending.signal);
  const stop = () => {
    ending.abort();
    return watching.done;
  };
  onTestFinished(stop);
  return { ...watching, port, stop };
}

const isOk = ({ port }: Watching) =>
  waitUntil(() => port.healths.at(-1)?.state === 'ok', { what: 'a healthy mailbox' });
const sortedSubjects = ({ port }: Watching) => port.subjects().toSorted();
const has = (watching: Watching, ...subjects: string[]) =>
  waitUntil(() => subjects.every((subject) => watching.port.subjects().includes(subject)), {
    what: subjects.join(', '),
  });

describe('a mailbox at a real Dovecot', () => {
  test('a mail is handed over, byte for byte, as soon as the server announces it', async () => {
    const shop = await aShop();
    const watching = watch(shop);
    await isOk(watching);
    const letter = aLetter('Where is my parcel?');
    await servers.deliver(shop.address, letter);
    await has(watching, 'Where is my parcel?');
    const [mail] = watching.port.mails;
    expect(mail?.raw.toString('latin1')).toContain(letter.toString('latin1'));
    expect(mail).toMatchObject({ role: 'inbox', path: 'INBOX', cursor: 'moves', seen: false });
    expect(Math.abs(Date.now() - (mail?.receivedAt.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test('what was there before the mailbox was added stays out', async () => {
    const shop = await aShop();
    await servers.deliver(shop.address, aLetter('old news'));
    const watching = watch({ ...shop, startedAt: new Date(Date.now() + 2_000) });
    await isOk(watching);
    await servers.deliver(shop.address, aLetter('new news'));
    await has(watching, 'new news');
    expect(watching.port.subjects()).toEqual(['new news']);
  });

  test('a burst arrives whole and in order', async () => {
    const shop = await aShop();
    const watching = watch(shop);
    await isOk(watching);
    const subjects = Array.from({ length: 120 }, (_, n) => `burst ${n}`);
    for (const subject of subjects) await servers.deliver(shop.address, aLetter(subject));
    await has(watching, ...subjects);
    await expectEachOnceInOrder(watching, shop.address);
  });

  test('mail sent with STARTTLS required, and with none, arrives as well', async () => {
    for (const security of ['tls', 'none'] as const) {
      const shop = await aShop({ imap: { host: 'localhost', port: servers.imapPort, security } });
      const watching = watch(shop);
      await isOk(watching);
      await servers.deliver(shop.address, aLetter(`by ${security}`));
      await has(watching, `by ${security}`);
    }
  });

  test('a poke looks at once, and the safety pull looks by itself', async () => {
    const shop = await aShop({ timings: { safetyPull: 300 }, folders: { sent: false } });
    const watching = watch(shop);
    await isOk(watching);
    watching.poke();
    await servers.deliver(shop.address, aLetter('unannounced'));
    await has(watching, 'unannounced');
  });

  test('what an agent sent from another program is found in the sent box', async () => {
    const shop = await aShop({ timings: { sideFolders: 100 } });
    const watching = watch(shop);
    await isOk(watching);
    await waitUntil(() => watching.port.cursors.has('sent/Sent'));
    await append(shop.address, 'Sent', aLetter('Re: parcel', { From: shop.address }));
    await has(watching, 'Re: parcel');
    await servers.deliver(shop.address, aLetter('and the inbox still listens'));
    await has(watching, 'and the inbox still listens');
    expect(watching.port.subjects('sent')).toEqual(['Re: parcel']);
    expect(watching.port.subjects('inbox')).toEqual(['and the inbox still listens']);
  });

  test('spam is followed when asked for', async () => {
    const shop = await aShop({ timings: { sideFolders: 100 }, folders: { junk: true } });
    const watching = watch(shop);
    await waitUntil(() => watching.port.cursors.has('junk/Junk'));
    await append(shop.address, 'Junk', aLetter('You have won'));
    await has(watching, 'You have won');
    expect(watching.port.subjects('junk')).toEqual(['You have won']);
  });

  test('a mail above the limit is recorded, not fetched, and the next one comes', async () => {
    const shop = await aShop({ mailBytesMax: 20_000 });
    const watching = watch(shop);
    await isOk(watching);
    await servers.deliver(shop.address, aLetter('huge', {}, 'x\r\n'.repeat(20_000)));
    await servers.deliver(shop.address, aLetter('small'));
    await has(watching, 'small');
    expect(watching.port.subjects()).toEqual(['small']);
    expect(watching.port.skipped).toMatchObject([{ reason: 'too_large', role: 'inbox', cursor: 'moves' }]);
    expect(watching.port.skipped[0]?.bytes).toBeGreaterThan(60_000);
    expect(watching.port.skipped[0]?.start?.toString()).toMatch(/^Subject: huge\r$/m);
  });

  test('history is fetched on request, once, and the cursor keeps its place', async () => {
    const shop = await aShop();
    for (const subject of ['monday', 'tuesday']) await servers.deliver(shop.address, aLetter(subject));
    await append(shop.address, 'INBOX', aLetter('last year'), new Date('2025-01-01T00:00:00Z'));
    const watching = watch({ ...shop, startedAt: new Date(Date.now() + 2_000) });
    await isOk(watching);
    expect(watching.port.mails).toEqual([]);
    const since = new Date(Date.now() - 7 * 86_400_000);
    watching.fetchSince(since);
    await waitUntil(() => watching.port.historiesFetched.length === 1);
    expect(watching.port.historiesFetched).toEqual([since]);
    expect(sortedSubjects(watching)).toEqual(['monday', 'tuesday']);
    expect(new Set(watching.port.mails.map(({ cursor }) => cursor))).toEqual(new Set(['stays']));
    await servers.deliver(shop.address, aLetter('today'));
    await has(watching, 'today');
    watching.fetchSince(since);
    await waitUntil(() => watching.port.historiesFetched.length === 2);
    expect(sortedSubjects(watching)).toEqual(['monday', 'today', 'tuesday']);
    expect(watching.port.known).toBe(3);
  });

  test('history asked for when the mailbox is added comes with the first connection', async () => {
    const shop = await aShop();
    await servers.deliver(shop.address, aLetter('before we came'));
    const since = new Date(Date.now() - 86_400_000);
    const watching = watch({ ...shop, startedAt: new Date(Date.now() + 2_000), fetchSince: since });
    await has(watching, 'before we came');
    await waitUntil(() => watching.port.historiesFetched.length === 1);
  });

  test('an inbox that does not exist is told, not guessed', async () => {
    const watching = watch(await aShop({ folders: { inbox: 'Support' } }));
    const sick = await waitUntil(() => watching.port.healths.find(({ state }) => state === 'action_needed'));
    expect(sick).toMatchObject({ key: 'folder_missing' });
    expect(sick.details).toContain('Support');
  });
});

describe('F2 the watch ends anywhere and is taken up again', () => {
  test('a second watch continues where the first stopped: nothing lost, nothing twice', async () => {
    const shop = await aShop();
    const first = watch(shop);
    await isOk(first);
    await servers.deliver(shop.address, aLetter('one'));
    await has(first, 'one');
    await first.stop();
    for (const subject of ['two', 'three']) await servers.deliver(shop.address, aLetter(subject));
    const second = watch(shop, first.port);
    await has(second, 'three');
    expect(second.port.subjects()).toEqual(['one', 'two', 'three']);
    expect(second.port.known).toBe(0);
  });

  test('a mail that the database could not take is fetched again until it can', async () => {
    const shop = await aShop();
    const watching = watch(shop);
    await isOk(watching);
    watching.port.storeFails = true;
    await servers.deliver(shop.address, aLetter('while the database was away'));
    await waitUntil(() => watching.port.failedStores >= 3);
    expect(watching.port.mails).toEqual([]);
    watching.port.storeFails = false;
    await has(watching, 'while the database was away');
    // Our own fault is never told as the mail server's.
    expect(watching.port.healths.every(({ key }) => key === null)).toBe(true);
  });
});

describe('F6 the line breaks', () => {
  test('kill -9 of the server: back by itself, with the mail that came in between, and listening again', async () => {
    const shop = await aShop({ timings: { steady: 100 } });
    const watching = watch(shop);
    await isOk(watching);
    await servers.deliver(shop.address, aLetter('before'));
    await has(watching, 'before');
    await servers.killDovecot();
    await waitUntil(() => watching.port.healths.at(-1)?.state === 'degraded', { what: 'a visible fault' });
    expect(watching.port.healths.at(-1)).toMatchObject({ key: 'connection_refused' });
    await servers.startDovecot();
    await servers.deliver(shop.address, aLetter('in between'));
    await has(watching, 'in between');
    await isOk(watching);
    await servers.deliver(shop.address, aLetter('after'));
    await has(watching, 'after');
    expect(watching.port.subjects()).toEqual(['before', 'in between', 'after']);
  });

  test('the line breaks again and again while mail pours in: each mail exactly once', async () => {
    const shop = await aShop({ timings: { retryFirst: 5, retryLast: 20 } });
    let signIns = 0;
    const counting = async () => {
      signIns++;
      return { user: shop.address, pass: 'secret' };
    };
    const watching = watch({ ...shop, credentials: counting });
    await isOk(watching);
    const subjects = Array.from({ length: 150 }, (_, n) => `poured ${n}`);
    let pouring = true;
    const breaking = (async () => {
      while (pouring) {
        await servers.doveadm('kick', shop.address).catch(() => {});
        await new Promise((later) => setTimeout(later, 20));
      }
    })();
    for (const subject of subjects) await servers.deliver(shop.address, aLetter(subject));
    await waitUntil(() => signIns >= 20, { what: 'many broken lines' });
    pouring = false;
    await breaking;
    await has(watching, ...subjects);
    await expectEachOnceInOrder(watching, shop.address);
  });
});

describe('F7 the server renumbers, people move and read', () => {
  test('a new UIDVALIDITY: everything is looked at again, nothing comes twice, nothing is lost', async () => {
    const shop = await aShop();
    const first = watch(shop);
    await isOk(first);
    for (const subject of ['a', 'b', 'c']) await servers.deliver(shop.address, aLetter(subject));
    await has(first, 'a', 'b', 'c');
    await first.stop();
    const before = first.port.cursors.get('inbox/INBOX')?.uidValidity;
    await servers.deliver(shop.address, aLetter('d'));
    await renumber(shop.address);
    const second = watch(shop, first.port);
    await has(second, 'd');
    expect(second.port.cursors.get('inbox/INBOX')?.uidValidity).not.toBe(before);
    await servers.deliver(shop.address, aLetter('e'));
    await has(second, 'e');
    expect(second.port.subjects()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(second.port.known).toBe(3);
  });

  test('mail that a person has read in another program comes all the same', async () => {
    const shop = await aShop();
    const first = watch(shop);
    await isOk(first);
    await first.stop();
    await servers.deliver(shop.address, aLetter('read on the phone'));
    await servers.doveadm('flags', 'add', '-u', shop.address, '\\Seen', 'mailbox', 'INBOX', 'all');
    const second = watch(shop, first.port);
    await has(second, 'read on the phone');
    expect(second.port.mails[0]?.seen).toBe(true);
  });

  test('a mail that is moved away and back does not come twice', async () => {
    const shop = await aShop({ folders: { sent: false } });
    const watching = watch(shop);
    await isOk(watching);
    await servers.deliver(shop.address, aLetter('wanderer'));
    await has(watching, 'wanderer');
    await servers.doveadm('move', '-u', shop.address, 'Junk', 'mailbox', 'INBOX', 'all');
    await servers.doveadm('move', '-u', shop.address, 'INBOX', 'mailbox', 'Junk', 'all');
    await waitUntil(() => watching.port.known === 1);
    expect(watching.port.subjects()).toEqual(['wanderer']);
  });

  test('a folder that is emptied goes on, and so does one whose newest mail vanished before we looked', async () => {
    const shop = await aShop();
    const first = watch(shop);
    await isOk(first);
    await servers.deliver(shop.address, aLetter('kept'));
    await has(first, 'kept');
    await first.stop();
    await servers.deliver(shop.address, aLetter('gone before we saw it'));
    await servers.doveadm('expunge', '-u', shop.address, 'mailbox', 'INBOX', 'all');
    const second = watch(shop, first.port);
    await isOk(second);
    await servers.deliver(shop.address, aLetter('next'));
    await has(second, 'next');
    expect(second.port.subjects()).toEqual(['kept', 'next']);
  });

  test('a renamed sent box is found by its use and brings nothing twice', async () => {
    const shop = await aShop({ timings: { sideFolders: 100 }, folders: { sent: 'Gesendet' } });
    const watching = watch(shop);
    await waitUntil(() => watching.port.cursors.has('sent/Sent'));
    await append(shop.address, 'Sent', aLetter('Re: one', { From: shop.address }));
    await has(watching, 'Re: one');
    await watching.stop();
    await servers.doveadm('mailbox', 'rename', '-u', shop.address, 'Sent', 'Gesendet');
    await append(shop.address, 'Gesendet', aLetter('Re: two', { From: shop.address }));
    const second = watch(shop, watching.port);
    await has(second, 'Re: two');
    expect(second.port.subjects()).toEqual(['Re: one', 'Re: two']);
  });

  test('mail that waited a month for us comes', async () => {
    const shop = await aShop({ startedAt: new Date(Date.now() - 60 * 86_400_000) });
    const first = watch(shop);
    await isOk(first);
    await first.stop();
    await append(shop.address, 'INBOX', aLetter('a month ago'), new Date(Date.now() - 30 * 86_400_000));
    const second = watch(shop, first.port);
    await has(second, 'a month ago');
  });
});

describe('F8 odd mail', () => {
  test('equal Message-IDs with different bodies, none at all, no date, a date far ahead: all come', async () => {
    const shop = await aShop();
    const watching = watch(shop);
    await isOk(watching);
    const sameId = { 'Message-ID': '<same@customer.test>' };
    await servers.deliver(shop.address, aLetter('same id, first', sameId));
    await servers.deliver(shop.address, aLetter('same id, second', sameId));
    await servers.deliver(shop.address, aLetter('no id', { 'Message-ID': null }));
    await servers.deliver(shop.address, aLetter('no date', { Date: null }));
    await servers.deliver(shop.address, aLetter('far ahead', { Date: 'Fri, 31 Dec 2199 23:59:59 +0000' }));
    await servers.deliver(shop.address, Buffer.from('\r\nno headers at all\r\n'));
    await waitUntil(() => watching.port.mails.length === 6);
  });
});

describe('F9 the password is wrong', () => {
  test('the mailbox asks for a person, with the words of the server, and waits', async () => {
    const shop = await aShop({ timings: { patienceFirst: 60_000 } });
    let asked = 0;
    const watching = watch({
      ...shop,
      credentials: async () => {
        asked++;
        return { user: shop.address, pass: 'yesterday' };
      },
    });
    const sick = await waitUntil(() => watching.port.healths.find(({ state }) => state === 'action_needed'));
    expect(sick).toMatchObject({ key: 'wrong_password' });
    expect(sick.details).toMatch(/authentication failed/i);
    expect((sick.nextTryAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(30_000);
    watching.poke();
    watching.poke();
    await new Promise((later) => setTimeout(later, 300));
    expect(asked).toBe(1);
    await watching.stop();
    const mended = watch(shop, watching.port);
    await isOk(mended);
  });

  test('a certificate nobody vouches for is refused', async () => {
    const { tlsCa: _, ...shop } = await aShop();
    const watching = watch(shop);
    const sick = await waitUntil(() => watching.port.healths.find(({ state }) => state === 'action_needed'));
    expect(sick.key).toBe('certificate_untrusted');
  });
});

/** Order is the server's: when mail pours in, Dovecot numbers a few letters of one moment as it likes. */
async function expectEachOnceInOrder({ port }: Watching, address: string): Promise<void> {
  const there = await servers.readMailbox(address);
  expect(port.mails.map(({ uid }) => uid)).toEqual(there.map(({ uid }) => uid));
  expect(port.mails.map(({ raw }) => raw.toString('latin1'))).toEqual(there.map(({ raw }) => raw.toString('latin1')));
  expect(port.known).toBe(0);
}

/** Puts a mail into a folder as another mail program would. */
async function append(address: string, folder: string, raw: Buffer, receivedAt?: Date): Promise<void> {
  const { ImapFlow } = await import('imapflow');
  const auth = { user: address, pass: 'secret' };
  const client = new ImapFlow({ host: '127.0.0.1', port: servers.imapPort, doSTARTTLS: false, auth, logger: false });
  await client.connect();
  await client.append(folder, raw, ['\\Seen'], receivedAt);
  await client.logout();
}

/** Loses the folder's index, as a restored backup does: Dovecot numbers it anew. */
async function renumber(address: string): Promise<void> {
  await servers.doveadm('kick', address).catch(() => {});
  const next = String(Math.floor(Date.now() / 1000) + 1_000 + shops);
  await servers.doveadm('mailbox', 'update', '--uid-validity', next, '-u', address, 'INBOX');
}
