import { describe, expect, onTestFinished, test } from 'vitest';
import { createOutboundGuard } from '#platform/outbound-guard.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import type { MailboxSettings, MailboxTimings } from './mail-settings.ts';
import { aFakeImapServer, type FakeImapServer, requested, sayMail } from './testing/a-fake-imap-server.ts';
import { aLetter } from './testing/a-letter.ts';
import { aMailboxPort } from './testing/a-mailbox-port.ts';
import type { Conversation } from './testing/a-scripted-server.ts';
import { watchMailbox } from './watch-mailbox.ts';

const quick: Partial<MailboxTimings> = {
  retryFirst: 5,
  retryLast: 30,
  steady: 20,
  patienceFirst: 60_000,
  patienceLast: 120_000,
};

async function imapServer(...story: Parameters<typeof aFakeImapServer>) {
  const server = await aFakeImapServer(...story);
  onTestFinished(server.stop);
  return server;
}

function watch(server: FakeImapServer, changes: Partial<MailboxSettings> = {}, port = aMailboxPort()) {
  const ending = new AbortController();
  const settings: MailboxSettings = {
    imap: { host: '127.0.0.1', port: server.port, security: 'none' },
    credentials: async () => ({ user: 'support@shop.test', pass: 'secret' }),
    guard: createOutboundGuard({ allow: ['127.0.0.0/8'] }),
    folders: {},
    startedAt: new Date(0),
    fetchSince: null,
    ...changes,
    timings: { ...quick, ...changes.timings },
  };
  const watching = watchMailbox(settings, port, ending.signal);
  const stop = () => {
    ending.abort();
    return watching.done;
  };
  onTestFinished(stop);
  return { ...watching, port, stop };
}

/** A watch that has settled: connected, caught up and listening. */
async function aWatch(server: FakeImapServer, changes: Partial<MailboxSettings> = {}) {
  const port = aMailboxPort();
  port.cursors.set('inbox/INBOX', { uidValidity: String(server.uidValidity), lastUid: server.uidNext - 1 });
  const watching = watch(server, changes, port);
  await waitUntil(() => server.heard.some((line) => line.endsWith('IDLE')), { what: 'the watch to listen' });
  return watching;
}

type Watching = ReturnType<typeof watch>;
const hasAll = ({ port }: Watching, ...subjects: string[]) =>
  waitUntil(() => subjects.every((subject) => port.subjects().includes(subject)), { what: subjects.join(', ') });
const isSick = ({ port }: Watching) =>
  waitUntil(() => port.healths.find(({ key }) => key !== null), { what: 'a fault that shows' });
const isSource = ({ name, args }: { name: string; args: string }) => name === 'UID FETCH' && /BODY/.test(args);

describe('F6 the line breaks in the middle', () => {
  test.each([
    ['reset in the middle of a mail', (talk: Conversation) => talk.cut()],
    ['closed in the middle of a mail, as if that was all', (talk: Conversation) => talk.socket.end()],
    ['closed with a goodbye', (talk: Conversation) => talk.socket.end('\r\n* BYE maintenance\r\n')],
  ])('%s: every mail comes once, whole', async (_how, end) => {
    let breaks = 0;
    const server = await imapServer({
      onCommand(command, talk, imap) {
        if (!isSource(command) || breaks >= 3) return false;
        breaks++;
        const [first, second] = requested(imap.mails, command.args);
        if (first && second) sayMail(imap, first, command.args, talk);
        const cut = second ?? first;
        talk.socket.write(`* 2 FETCH (UID ${cut?.uid} BODY[] {${cut?.raw.length}}\r\n`);
        talk.socket.write(cut?.raw.subarray(0, 40) ?? '', () => end(talk));
        return true;
      },
    });
    const watching = await aWatch(server);
    const letters = ['one', 'two', 'three'].map((subject) => aLetter(subject));
    for (const letter of letters) server.mails.push({ uid: server.uidNext++, raw: letter });
    server.arrive(aLetter('four'));
    await hasAll(watching, 'one', 'two', 'three', 'four');
    expect(breaks).toBe(3);
    expect(watching.port.subjects()).toEqual(['one', 'two', 'three', 'four']);
    expect(watching.port.mails.slice(0, 3).map(({ raw }) => raw)).toEqual(letters);
    expect(watching.port.skipped).toEqual([]);
  });

  test('half open: silence is noticed, shown, and left behind', async () => {
    let silent = false;
    const server = await imapServer({ onCommand: () => silent });
    const watching = await aWatch(server, { timings: { silence: 100, safetyPull: 50 } });
    silent = true;
    expect(await isSick(watching)).toMatchObject({ state: 'degraded', key: 'timed_out' });
    silent = false;
    server.arrive(aLetter('after the silence'));
    await hasAll(watching, 'after the silence');
    await waitUntil(() => watching.port.healths.at(-1)?.state === 'ok');
  });

  test('a server that trickles is borne with', async () => {
    const server = await imapServer({
      onCommand(command, talk, imap) {
        if (!isSource(command)) return false;
        const [mail] = requested(imap.mails, command.args);
        if (!mail) return false;
        talk.socket.write(`* 1 FETCH (UID ${mail.uid} BODY[] {${mail.raw.length}}\r\n`);
        let at = 0;
        const drip = setInterval(() => {
          talk.socket.write(mail.raw.subarray(at, at + 30));
          at += 30;
          if (at < mail.raw.length) return;
          clearInterval(drip);
          talk.say(')');
          talk.say(`${command.tag} OK done`);
        }, 30);
        return true;
      },
    });
    // Slower over all than the silence that counts as death.
    const watching = await aWatch(server, { timings: { silence: 150 } });
    server.arrive(aLetter('slow'));
    await hasAll(watching, 'slow');
    expect(server.connections()).toBe(1);
  });

  test('the watch ends at once even while the server says nothing', async () => {
    const server = await imapServer({ onCommand: ({ name }) => name === 'UID FETCH' });
    const watching = await aWatch(server);
    server.arrive(aLetter('never'));
    await waitUntil(() => server.heard.some((line) => line.includes('UID FETCH')));
    await watching.stop();
    expect(watching.port.mails).toEqual([]);
  });
});

describe('F6 one mail that makes trouble does not hold up the rest', () => {
  test('NO to a mail: tried again, then recorded as unreadable with the words of the server', async () => {
    const server = await imapServer({
      onCommand(command, talk, imap) {
        if (!isSource(command) || !requested(imap.mails, command.args).some(({ uid }) => uid === 2)) return false;
        talk.say(`${command.tag} NO [SERVERBUG] cannot read this message`);
        return true;
      },
    });
    const watching = await aWatch(server);
    for (const subject of ['first', 'cursed']) server.mails.push({ uid: server.uidNext++, raw: aLetter(subject) });
    server.arrive(aLetter('third'));
    await hasAll(watching, 'first', 'third');
    expect(watching.port.subjects()).toEqual(['first', 'third']);
    expect(watching.port.skipped).toMatchObject([{ uid: 2, reason: 'unreadable', cursor: 'moves' }]);
    expect(watching.port.skipped[0]?.details).toContain('cannot read this message');
    server.arrive(aLetter('fourth'));
    await hasAll(watching, 'fourth');
  });

  test('a mail that the server lists and then leaves out is not passed over in silence', async () => {
    const server = await imapServer({
      onCommand(command, talk, imap) {
        if (!isSource(command)) return false;
        for (const mail of requested(imap.mails, command.args))
          if (mail.uid !== 1) sayMail(imap, mail, command.args, talk);
        talk.say(`${command.tag} OK done`);
        return true;
      },
    });
    const watching = await aWatch(server);
    server.mails.push({ uid: server.uidNext++, raw: aLetter('left out') });
    server.arrive(aLetter('second'));
    await hasAll(watching, 'second');
    expect(watching.port.skipped).toMatchObject([{ uid: 1, reason: 'unreadable' }]);
  });

  test('a mail that is far larger than the server claims is recorded as too large', async () => {
    const server = await imapServer();
    const watching = await aWatch(server, { mailBytesMax: 10_000 });
    const raw = aLetter('liar', {}, 'x\r\n'.repeat(100_000));
    server.mails.push({ uid: server.uidNext++, raw, sizeClaimed: 500 });
    server.arrive(aLetter('honest'));
    await hasAll(watching, 'honest');
    expect(watching.port.skipped).toMatchObject([{ uid: 1, reason: 'too_large' }]);
  });

  test('of a mail that is too large the beginning is fetched, and the mails behind it come', async () => {
    const server = await imapServer();
    const watching = await aWatch(server, { mailBytesMax: 500_000 });
    const raw = aLetter('holiday pictures', {}, 'x\r\n'.repeat(200_000));
    server.mails.push({ uid: server.uidNext++, raw });
    server.arrive(aLetter('small'));
    await hasAll(watching, 'small');
    expect(watching.port.skipped).toMatchObject([{ uid: 1, reason: 'too_large', bytes: raw.byteLength }]);
    expect(watching.port.skipped[0]?.start).toEqual(raw.subarray(0, 256 * 1024));
  });

  test('a server that does not give even the beginning of a mail that is too large holds up none behind it', async () => {
    const server = await imapServer({
      onCommand: (command, talk) =>
        isSource(command) && /<0\./.test(command.args) && talk.say(`${command.tag} NO I will not`) === undefined,
    });
    const watching = await aWatch(server, { mailBytesMax: 10_000 });
    server.mails.push({ uid: server.uidNext++, raw: aLetter('huge', {}, 'x\r\n'.repeat(20_000)) });
    server.arrive(aLetter('small'));
    await hasAll(watching, 'small');
    expect(watching.port.skipped).toMatchObject([{ uid: 1, reason: 'too_large', start: null }]);
  });

  test('F7 a mail that is expunged between listing and fetching is simply gone', async () => {
    const server = await imapServer({
      onCommand(command, _talk, imap) {
        if (isSource(command)) imap.mails = imap.mails.filter(({ uid }) => uid !== 1);
        return false;
      },
    });
    const watching = await aWatch(server);
    server.mails.push({ uid: server.uidNext++, raw: aLetter('deleted at once') });
    server.arrive(aLetter('second'));
    await hasAll(watching, 'second');
    expect(watching.port.subjects()).toEqual(['second']);
    expect(watching.port.skipped).toEqual([]);
  });

  test('a server that answers in its own order is put right: the cursor never jumps over a mail', async () => {
    let backwards = true;
    const server = await imapServer({
      onCommand(command, talk, imap) {
        if (!isSource(command)) return false;
        const mails = requested(imap.mails, command.args);
        for (const mail of backwards ? mails.toReversed().slice(0, 2) : mails) sayMail(imap, mail, command.args, talk);
        if (backwards) talk.cut();
        else talk.say(`${command.tag} OK done`);
        backwards = false;
        return true;
      },
    });
    const watching = await aWatch(server);
    for (const subject of ['one', 'two']) server.mails.push({ uid: server.uidNext++, raw: aLetter(subject) });
    server.arrive(aLetter('three'));
    await hasAll(watching, 'one', 'two', 'three');
    expect(watching.port.subjects()).toEqual(['one', 'two', 'three']);
  });
});

describe('listening', () => {
  test('a mail announced while we were busy is not overlooked', async () => {
    let tellLate = true;
    const server = await imapServer({
      onCommand(command, _talk, imap) {
        // The second mail arrives after we asked what is new, and is told before we listen again.
        if (isSource(command) && tellLate) {
          tellLate = false;
          _talk.say(`* ${imap.mails.push({ uid: imap.uidNext++, raw: aLetter('while busy') })} EXISTS`);
        }
        return false;
      },
    });
    const watching = await aWatch(server, { timings: { safetyPull: 60_000 } });
    server.arrive(aLetter('first'));
    await hasAll(watching, 'first', 'while busy');
  });

  test('a server without IDLE is asked now and then', async () => {
    const server = await imapServer({ capabilities: 'IMAP4rev1' });
    const watching = watch(server, { timings: { pollWithoutIdle: 50 } });
    await waitUntil(() => watching.port.cursors.has('inbox/INBOX'));
    server.arrive(aLetter('unannounced'));
    await hasAll(watching, 'unannounced');
    expect(server.heard.some((line) => line.endsWith('IDLE'))).toBe(false);
    expect(server.connections()).toBe(1);
  });

  test('a server that offers IDLE and refuses it is asked now and then', async () => {
    const server = await imapServer({
      onCommand: ({ tag, name }, talk) => name === 'IDLE' && talk.say(`${tag} NO not today`) === undefined,
    });
    const watching = await aWatch(server, { timings: { pollWithoutIdle: 50 } });
    server.arrive(aLetter('unannounced'));
    await hasAll(watching, 'unannounced');
    expect(server.heard.filter((line) => line.endsWith('IDLE'))).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });

  test('a server that ends every IDLE at once is not hammered', async () => {
    const server = await imapServer({
      onCommand: ({ tag, name }, talk) => name === 'IDLE' && talk.say(`+ idling\r\n${tag} OK enough`) === undefined,
    });
    const watching = await aWatch(server);
    await new Promise((later) => setTimeout(later, 900));
    expect(server.heard.filter((line) => line.endsWith('IDLE')).length).toBeLessThan(8);
    server.arrive(aLetter('still heard'));
    await hasAll(watching, 'still heard');
  });

  test('a server that hangs up as soon as we listen is not hammered, and it shows', async () => {
    let hangsUp = true;
    const server = await imapServer({
      onCommand: ({ name }, talk) => hangsUp && name === 'IDLE' && talk.socket.end('* BYE not today\r\n') !== undefined,
    });
    const watching = watch(server, { timings: { retryFirst: 50, retryLast: 60_000, steady: 100 } });
    expect(await isSick(watching)).toMatchObject({ state: 'degraded', key: 'connection_lost' });
    await new Promise((later) => setTimeout(later, 900));
    expect(server.signIns).toBeLessThan(8);
    const shown = watching.port.healths.findIndex(({ state }) => state === 'degraded');
    expect(watching.port.healths.slice(shown).every(({ state }) => state === 'degraded')).toBe(true);
    hangsUp = false;
    watching.poke();
    await waitUntil(() => watching.port.healths.at(-1)?.state === 'ok');
  });

  test.each(['STATUS', 'EXAMINE'])(
    'a sent box that the server fails to give (%s) shows, and the inbox keeps its line',
    async (broken) => {
      let fails = true;
      const server = await imapServer({
        onCommand({ tag, name, args }, talk) {
          if (name === 'LIST') talk.say('* LIST (\\HasNoChildren \\Sent) "/" Sent');
          if (!fails || name !== broken || !args.includes('Sent')) return false;
          talk.say(`${tag} NO [SERVERBUG] Internal error`);
          return true;
        },
      });
      const watching = await aWatch(server, { timings: { sideFolders: 100 } });
      const sick = await isSick(watching);
      expect(sick).toMatchObject({ state: 'degraded', details: expect.stringMatching(/Sent: .*Internal error/) });
      server.arrive(aLetter('meanwhile'));
      await hasAll(watching, 'meanwhile');
      expect(watching.port.healths.at(-1)).toMatchObject({ state: 'degraded' });
      expect(server.signIns).toBe(1);
      fails = false;
      await waitUntil(() => watching.port.healths.at(-1)?.state === 'ok');
    },
  );

  test.each(['EXAMINE', 'UID SEARCH'])(
    'history is fetched without a sent box that the server fails to give (%s), and the inbox keeps its line',
    async (broken) => {
      const server = await imapServer({
        onCommand({ tag, name }, talk, imap) {
          if (name === 'LIST') talk.say('* LIST (\\HasNoChildren \\Sent) "/" Sent');
          const opened = imap.heard.findLast((line) => / EXAMINE /.test(line));
          if (name !== broken || !opened?.includes('Sent')) return false;
          talk.say(`${tag} NO [SERVERBUG] Internal error`);
          return true;
        },
      });
      server.arrive(aLetter('of old'));
      const watching = await aWatch(server, { fetchSince: new Date(0), timings: { sideFolders: 100 } });
      await waitUntil(() => watching.port.historiesFetched.length === 1, { what: 'the history of the inbox' });
      expect(watching.port.subjects()).toContain('of old');
      expect(await isSick(watching)).toMatchObject({ details: expect.stringMatching(/Sent: .*Internal error/) });
      server.arrive(aLetter('meanwhile'));
      await hasAll(watching, 'meanwhile');
      expect(server.signIns).toBe(1);
    },
  );

  test('a folder put back from a backup, with lower numbers in the same numbering, loses no mail', async () => {
    const server = await imapServer();
    const port = aMailboxPort();
    port.cursors.set('inbox/INBOX', { uidValidity: '1', lastUid: 500 });
    for (const subject of ['restored', 'new']) server.arrive(aLetter(subject));
    const watching = watch(server, {}, port);
    await hasAll(watching, 'restored', 'new');
    expect(port.cursors.get('inbox/INBOX')?.lastUid).toBe(2);
    server.arrive(aLetter('next'));
    await hasAll(watching, 'next');
  });

  test('a renumbered folder: what came lately is first, and a broken line is taken up where it broke', async () => {
    const asked: number[] = [];
    let breaks = 0;
    const server = await imapServer({
      onCommand(command, talk, imap) {
        // Of all the mail only the newest came within the last day.
        if (command.name === 'UID SEARCH' && /SINCE (?!31-Dec-1969)/.test(command.args)) {
          talk.say(
            `* SEARCH ${imap.mails
              .slice(449)
              .map(({ uid }) => uid)
              .join(' ')}`,
          );
          talk.say(`${command.tag} OK done`);
          return true;
        }
        if (!isSource(command)) return false;
        const uids = requested(imap.mails, command.args).map(({ uid }) => uid);
        if (uids.includes(301) && breaks++ === 0) {
          imap.arrive(aLetter('meanwhile'));
          talk.cut();
          return true;
        }
        asked.push(...uids);
        return false;
      },
    });
    for (let n = 1; n <= 450; n++) server.arrive(aLetter(`letter ${n}`));
    const port = aMailboxPort();
    port.cursors.set('inbox/INBOX', { uidValidity: '0', lastUid: 7 });
    const watching = watch(server, {}, port);
    await waitUntil(() => port.cursors.get('inbox/INBOX')?.lastUid === 451, { what: 'all to be read again' });
    expect(breaks).toBeGreaterThan(0);
    const read = watching.port.subjects();
    expect(read[0]).toBe('letter 450');
    expect(read.indexOf('meanwhile')).toBeLessThan(read.indexOf('letter 400'));
    expect(new Set(read).size).toBe(451);
    expect(asked.filter((uid) => uid <= 200 || uid === 450).length).toBe(201);
    // In at least three portions, one of them twice, and what came meanwhile asked for by its numbers alone.
    expect(server.heard.filter((line) => line.includes('SEARCH SINCE'))).toHaveLength(2);
    server.arrive(aLetter('next'));
    await hasAll(watching, 'next');
  });

  test('a long history is searched for once, however many portions it comes in', async () => {
    const server = await imapServer();
    for (let n = 1; n <= 450; n++) server.arrive(aLetter(`letter ${n}`));
    const watching = await aWatch(server, { startedAt: new Date(Date.now() + 5_000), fetchSince: new Date(0) });
    await waitUntil(() => watching.port.historiesFetched.length === 1, { what: 'the history' });
    expect(new Set(watching.port.subjects()).size).toBe(450);
    expect(server.heard.filter((line) => line.includes('SEARCH SINCE 31-Dec-1969'))).toHaveLength(1);
  });

  test('mail that came after a backup was put back is not taken for what had its numbers before', async () => {
    const server = await imapServer();
    const watching = await aWatch(server);
    for (const subject of ['of old', 'of the night', 'of the morning']) server.arrive(aLetter(subject));
    await hasAll(watching, 'of the morning');
    await watching.stop();
    server.mails.splice(1);
    server.uidNext = 2;
    server.arrive(aLetter('since'));
    const again = watch(server, {}, watching.port);
    await hasAll(again, 'since');
    server.arrive(aLetter('next'));
    await hasAll(again, 'next');
    expect(again.port.subjects()).toEqual(['of old', 'of the night', 'of the morning', 'since', 'next']);
  });
});

describe('F9 the provider turns us away', () => {
  const signInAnswer = (words: string) => ({
    onCommand: ({ tag, name }: { tag: string; name: string }, talk: Conversation) =>
      name === 'LOGIN' && talk.say(`${tag} NO ${words}`) === undefined,
  });

  test.each([
    ['[AUTHENTICATIONFAILED] Invalid credentials (Failure)', 'wrong_password', 'action_needed'],
    [
      '[ALERT] Application-specific password required: https://support.google.com',
      'app_password_needed',
      'action_needed',
    ],
    ['[ALERT] Your account is not enabled for IMAP use.', 'imap_disabled', 'action_needed'],
    ['[THROTTLED] Account exceeded command or bandwidth limits.', 'throttled', 'degraded'],
    ['[OVERQUOTA] Quota exceeded', 'quota', 'degraded'],
  ])('%s: told at once as %s, and not tried again for five minutes', async (words, key, state) => {
    const server = await imapServer(signInAnswer(words));
    const watching = watch(server, { timings: { patienceFirst: 300_000, patienceLast: 3_600_000 } });
    const sick = await isSick(watching);
    expect(sick).toMatchObject({ key, state });
    expect(sick.details).toContain(words.replace(/^\[\w+\] /, '').slice(0, 20));
    expect((sick.nextTryAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(240_000);
    watching.poke();
    await new Promise((later) => setTimeout(later, 200));
    expect(server.signIns).toBe(1);
  });

  test('[UNAVAILABLE] passes by itself: tried again soon', async () => {
    const server = await imapServer({
      onCommand: ({ tag, name }, talk, imap) =>
        name === 'LOGIN' && imap.signIns < 5 && talk.say(`${tag} NO [UNAVAILABLE] try later`) === undefined,
    });
    const watching = watch(server);
    expect(await isSick(watching)).toMatchObject({ key: 'server_unavailable', state: 'degraded' });
    await waitUntil(() => watching.port.healths.at(-1)?.state === 'ok');
    expect(server.signIns).toBe(5);
  });

  test('a token that has run out is renewed once; if that does not help a person is asked', async () => {
    const asked: boolean[] = [];
    const server = await imapServer({
      capabilities: 'IMAP4rev1 IDLE AUTH=XOAUTH2',
      onCommand: ({ tag, name }, talk) =>
        name === 'AUTHENTICATE' && talk.say(`${tag} NO [UNAVAILABLE] no`) === undefined,
    });
    const watching = watch(server, {
      credentials: async ({ refused }) => {
        asked.push(refused);
        return { user: 'support@shop.test', accessToken: refused ? 'fresh' : 'stale' };
      },
    });
    expect(await isSick(watching)).toMatchObject({ key: 'sign_in_again', state: 'action_needed' });
    expect(asked).toEqual([false, true]);
  });

  test('a provider that asks to slow down in the middle of the work is obeyed', async () => {
    const server = await imapServer({
      onCommand: ({ tag, name }, talk) =>
        name === 'UID SEARCH' && talk.say(`${tag} NO [THROTTLED] slow down`) === undefined,
    });
    const watching = watch(server);
    expect(await isSick(watching)).toMatchObject({ key: 'throttled', state: 'degraded' });
    expect(server.connections()).toBe(1);
  });

  test('a server that is not there: shown after the third try, with growing pauses', async () => {
    const server = await imapServer();
    await server.stop();
    const watching = watch(server);
    const sick = await isSick(watching);
    expect(sick).toMatchObject({ key: 'connection_refused', state: 'degraded' });
    expect(sick.nextTryAt).toBeInstanceOf(Date);
  });

  test('the password in an answer of the server never gets into the health', async () => {
    const server = await imapServer(signInAnswer('[AUTHENTICATIONFAILED] no user with password secret here'));
    const watching = watch(server);
    const sick = await isSick(watching);
    expect(sick.details).toContain('password *** here');
  });

  test('secrets of ours that cannot be read are not the fault of the server', async () => {
    const server = await imapServer();
    let tries = 0;
    const watching = watch(server, {
      credentials: async () => {
        if (++tries < 4) throw new Error('the key is missing');
        return { user: 'support@shop.test', pass: 'secret' };
      },
    });
    await waitUntil(() => watching.port.healths.at(-1)?.state === 'ok');
    expect(watching.port.healths.every(({ key }) => key === null)).toBe(true);
  });
});

test('A32 a mailbox that leads inside is never connected to', async () => {
  const server = await imapServer();
  const watching = watch(server, { guard: createOutboundGuard({ allow: [] }) });
  expect(await isSick(watching)).toMatchObject({ key: 'address_refused', state: 'action_needed' });
  expect(server.connections()).toBe(0);
});
