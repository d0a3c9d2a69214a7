import { aScriptedServer, type Conversation, type ScriptedServer } from './a-scripted-server.ts';

export type FakeMail = { uid: number; raw: Buffer; sizeClaimed?: number };

export type Command = { tag: string; name: string; args: string };

export type FakeImapServer = Pick<ScriptedServer, 'port' | 'heard' | 'stop'> & {
  mails: FakeMail[];
  uidValidity: number;
  uidNext: number;
  signIns: number;
  connections(): number;
  /** Adds a mail and tells everybody who is idle. */
  arrive(raw: Buffer): FakeMail;
};

/**
 * An IMAP server with one folder and no manners of its own. A story may answer any command itself (and say so by
 * returning true); the rest is answered as RFC 3501 wants it.
 */
export async function aFakeImapServer(
  story: {
    capabilities?: string;
    onCommand?(command: Command, talk: Conversation, imap: FakeImapServer): boolean;
  } = {},
): Promise<FakeImapServer> {
  const idlers = new Map<Conversation, string>();
  const told = new Map<Conversation, number>();
  const tellCount = (talk: Conversation) => {
    if (told.get(talk) !== imap.mails.length) talk.say(`* ${imap.mails.length} EXISTS`);
    told.set(talk, imap.mails.length);
  };
  const capabilities = story.capabilities ?? 'IMAP4rev1 IDLE';
  const server = await aScriptedServer({
    onConnect: (talk) => talk.say('* OK fake ready'),
    onLine(line, talk) {
      if (line.toUpperCase() === 'DONE') {
        talk.say(`${idlers.get(talk)} OK idled`);
        idlers.delete(talk);
        return;
      }
      const [, tag = '', uid = '', verb = '', args = ''] = /^(\S+) (UID )?(\S+) ?(.*)$/i.exec(line) ?? [];
      const name = `${uid}${verb}`.toUpperCase();
      if (name === 'LOGIN') imap.signIns++;
      if (story.onCommand?.({ tag, name, args }, talk, imap)) return;
      answer({ tag, name, args }, talk);
    },
  });

  const imap: FakeImapServer = {
    port: server.port,
    heard: server.heard,
    stop: server.stop,
    mails: [],
    uidValidity: 1,
    uidNext: 1,
    signIns: 0,
    connections: () => server.connections,
    arrive(raw) {
      const mail = { uid: imap.uidNext++, raw };
      imap.mails.push(mail);
      for (const talk of idlers.keys()) tellCount(talk);
      return mail;
    },
  };

  function answer({ tag, name, args }: Command, talk: Conversation): void {
    if (name === 'CAPABILITY') talk.say(`* CAPABILITY ${capabilities}`);
    if (name === 'NAMESPACE') talk.say('* NAMESPACE (("" "/")) NIL NIL');
    if (name === 'LIST') talk.say('* LIST (\\HasNoChildren) "/" INBOX');
    if (name === 'STATUS') talk.say(`* STATUS INBOX (UIDNEXT ${imap.uidNext} UIDVALIDITY ${imap.uidValidity})`);
    if (name === 'SELECT' || name === 'EXAMINE') {
      told.delete(talk);
      tellCount(talk);
      talk.say(`* OK [UIDVALIDITY ${imap.uidValidity}] numbering`);
      talk.say(`* OK [UIDNEXT ${imap.uidNext}] next`);
    }
    if (name === 'UID SEARCH') talk.say(`* SEARCH ${search(imap.mails, args).join(' ')}`.trimEnd());
    if (name === 'UID FETCH') for (const mail of requested(imap.mails, args)) sayMail(imap, mail, args, talk);
    if (name === 'LOGOUT') talk.say('* BYE see you');
    if (name === 'IDLE') {
      idlers.set(talk, tag);
      talk.socket.once('close', () => idlers.delete(talk));
      talk.say('+ idling');
      tellCount(talk);
    } else talk.say(`${tag} OK done`);
  }
  return imap;
}

/** One untagged FETCH answer: the listing, or the source as a literal. */
export function sayMail(imap: Pick<FakeImapServer, 'mails'>, mail: FakeMail, args: string, talk: Conversation): void {
  const seq = imap.mails.indexOf(mail) + 1;
  if (!/BODY/i.test(args)) {
    const size = mail.sizeClaimed ?? mail.raw.length;
    talk.say(`* ${seq} FETCH (UID ${mail.uid} RFC822.SIZE ${size} INTERNALDATE "20-Nov-2026 10:00:00 +0000" FLAGS ())`);
    return;
  }
  const [, from, count] = /<(\d+)\.(\d+)>/.exec(args) ?? [];
  const part = from === undefined ? mail.raw : mail.raw.subarray(Number(from), Number(from) + Number(count));
  talk.socket.write(
    `* ${seq} FETCH (UID ${mail.uid} BODY[]${from === undefined ? '' : `<${from}>`} {${part.length}}\r\n`,
  );
  talk.socket.write(part);
  talk.say(')');
}

/** The mails that a UID FETCH names, oldest first. */
export function requested(mails: readonly FakeMail[], args: string): FakeMail[] {
  const [set = ''] = args.split(' ');
  return mails.filter(({ uid }) => isIn(set, uid, mails));
}

function search(mails: readonly FakeMail[], args: string): number[] {
  const set = /^UID (\S+)/i.exec(args)?.[1];
  // SINCE and ALL: every mail here is young.
  return mails.filter(({ uid }) => set === undefined || isIn(set, uid, mails)).map(({ uid }) => uid);
}

function isIn(set: string, uid: number, mails: readonly FakeMail[]): boolean {
  const last = mails.at(-1)?.uid ?? 0;
  return set.split(',').some((part) => {
    const [from = 0, to = from] = part.split(':').map((end) => (end === '*' ? last : Number(end)));
    return uid >= Math.min(from, to) && uid <= Math.max(from, to);
  });
}
