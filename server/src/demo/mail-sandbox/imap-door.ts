import type { Socket } from 'node:net';
import { readImapCommand } from './imap-command.ts';
import { type LineReader, readLines } from './line-reader.ts';
import { addMail, type Box, type BoxedMail, type Folder, mailboxPassword, type PostOffice } from './post-office.ts';

type Talk = {
  readonly lines: LineReader;
  readonly office: PostOffice;
  say(line: string): void;
  write(bytes: Buffer): void;
  box: Box | undefined;
  folder: Folder | undefined;
};

/** One IMAP conversation (RFC 3501, IDLE of RFC 2177): as much of it as a program needs that fetches, files and waits. */
export async function serveImap(socket: Socket, office: PostOffice): Promise<void> {
  const talk: Talk = {
    lines: readLines(socket),
    office,
    say: (line) => socket.write(`${line}\r\n`),
    write: (bytes) => socket.write(bytes),
    box: undefined,
    folder: undefined,
  };
  talk.say('* OK The mail of the demo lives here');
  for (;;) {
    const command = await readImapCommand(talk.lines, talk.say);
    if (!command) break;
    const { tag, name, args } = command;
    if (name === 'LOGOUT') {
      socket.end(`* BYE Good night\r\n${tag} OK Done\r\n`);
      return;
    }
    const answer = commands[name];
    const outcome = answer ? await answer(talk, args, tag) : `BAD ${name} is not known here`;
    talk.say(`${tag} ${outcome}`);
  }
  socket.destroy();
}

type Answer = (talk: Talk, args: readonly string[], tag: string) => string | Promise<string>;
const capabilities = 'IMAP4rev1 IDLE SPECIAL-USE';

const commands: Readonly<Record<string, Answer>> = {
  CAPABILITY(talk) {
    talk.say(`* CAPABILITY ${capabilities}`);
    return 'OK Done';
  },
  NOOP: () => 'OK Done',
  LOGIN(talk, [user = '', password]) {
    const box = talk.office.boxOf(user);
    if (!box || password !== mailboxPassword) return 'NO [AUTHENTICATIONFAILED] The user name or the password is wrong';
    talk.box = box;
    return `OK [CAPABILITY ${capabilities}] Welcome`;
  },
  LIST: withBox((talk, box, [, pattern]) => {
    // RFC 3501 6.3.8: an empty name asks for the delimiter alone.
    if (pattern === '') talk.say('* LIST (\\Noselect) "/" ""');
    if (pattern === '') return 'OK Done';
    for (const { name, specialUse } of box.folders)
      talk.say(`* LIST (\\HasNoChildren${specialUse ? ` ${specialUse}` : ''}) "/" ${name}`);
    return 'OK Done';
  }),
  LSUB: withBox((talk, box) => {
    for (const { name } of box.folders) talk.say(`* LSUB () "/" ${name}`);
    return 'OK Done';
  }),
  STATUS: withFolder((talk, folder) => {
    talk.say(
      `* STATUS ${folder.name} (MESSAGES ${folder.mails.length} UIDNEXT ${folder.uidNext} UIDVALIDITY ${folder.uidValidity} UNSEEN 0)`,
    );
    return 'OK Done';
  }),
  SELECT: withFolder((talk, folder) => open(talk, folder, 'READ-WRITE')),
  EXAMINE: withFolder((talk, folder) => open(talk, folder, 'READ-ONLY')),
  CLOSE(talk) {
    talk.folder = undefined;
    return 'OK Done';
  },
  APPEND: withFolder((_talk, folder, args) => {
    const text = args.at(-1) ?? '';
    const { uid } = addMail(folder, Buffer.from(text, 'latin1'), new Date());
    return `OK [APPENDUID ${folder.uidValidity} ${uid}] Filed`;
  }),
  'UID SEARCH': withSelected((talk, folder, args) => {
    talk.say(
      `* SEARCH ${search(folder, args)
        .map((mail) => mail.uid)
        .join(' ')}`.trimEnd(),
    );
    return 'OK Done';
  }),
  'UID FETCH': withSelected((talk, folder, [set = '', ...what]) => {
    const wantsSource = what.join(' ').toUpperCase().includes('BODY');
    for (const mail of folder.mails.filter(({ uid }) => isIn(set, uid, folder)))
      sendMail(talk, folder, mail, wantsSource);
    return 'OK Done';
  }),
  IDLE: withSelected(async (talk, folder) => {
    const tell = () => talk.say(`* ${folder.mails.length} EXISTS`);
    folder.watchers.add(tell);
    talk.say('+ Waiting with you');
    await talk.lines.line();
    folder.watchers.delete(tell);
    return 'OK Done';
  }),
};

function withBox(answer: (talk: Talk, box: Box, args: readonly string[]) => string): Answer {
  return (talk, args) => (talk.box ? answer(talk, talk.box, args) : 'NO Sign in first');
}

function withFolder(answer: (talk: Talk, folder: Folder, args: readonly string[]) => string): Answer {
  return withBox((talk, box, args) => {
    const folder = box.folders.find(({ name }) => name.toUpperCase() === args[0]?.toUpperCase());
    return folder ? answer(talk, folder, args) : `NO [NONEXISTENT] There is no folder ${args[0]}`;
  });
}

function withSelected(
  answer: (talk: Talk, folder: Folder, args: readonly string[]) => string | Promise<string>,
): Answer {
  return (talk, args) => (talk.folder ? answer(talk, talk.folder, args) : 'BAD Select a folder first');
}

function open(talk: Talk, folder: Folder, mode: string): string {
  talk.folder = folder;
  talk.say('* FLAGS (\\Seen \\Answered \\Flagged \\Deleted \\Draft)');
  talk.say(`* ${folder.mails.length} EXISTS`);
  talk.say('* 0 RECENT');
  talk.say(`* OK [UIDVALIDITY ${folder.uidValidity}] The numbering`);
  talk.say(`* OK [UIDNEXT ${folder.uidNext}] The next number`);
  return `OK [${mode}] Open`;
}

function sendMail(talk: Talk, folder: Folder, { uid, raw, at }: BoxedMail, wantsSource: boolean): void {
  const number = folder.mails.findIndex((mail) => mail.uid === uid) + 1;
  const day = String(at.getUTCDate()).padStart(2, ' ');
  const date = `${day}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ${at.toISOString().slice(11, 19)} +0000`;
  const about = `UID ${uid} FLAGS () INTERNALDATE "${date}" RFC822.SIZE ${raw.length}`;
  if (!wantsSource) {
    talk.say(`* ${number} FETCH (${about})`);
    return;
  }
  talk.say(`* ${number} FETCH (${about} BODY[] {${raw.length}}`);
  talk.write(raw);
  talk.say(')');
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** By number (`UID 5:*`) and by header; a date matches everything, since nothing here is older than the server. */
function search(folder: Folder, args: readonly string[]): BoxedMail[] {
  const at = (name: string) => args.findIndex((one) => one.toUpperCase() === name);
  const set = at('UID') >= 0 ? args[at('UID') + 1] : undefined;
  const header = at('HEADER') >= 0 ? args.slice(at('HEADER') + 1, at('HEADER') + 3) : undefined;
  return folder.mails.filter(({ uid, raw }) => {
    if (set !== undefined && !isIn(set, uid, folder)) return false;
    return (
      header === undefined || raw.toString('latin1').toLowerCase().includes(`${header[0]}: ${header[1]}`.toLowerCase())
    );
  });
}

function isIn(set: string, uid: number, { mails }: Folder): boolean {
  const last = mails.at(-1)?.uid ?? 0;
  return set.split(',').some((part) => {
    const [from = 0, to = from] = part.split(':').map((end) => (end === '*' ? last : Number(end)));
    return uid >= Math.min(from, to) && uid <= Math.max(from, to);
  });
}
