import type { Socket } from 'node:net';
import { type LineReader, readLines } from './line-reader.ts';
import { mailboxPassword, type PostOffice } from './post-office.ts';

/** One SMTP conversation (RFC 5321) with somebody who wants to send: as much of it as mail programs use. */
export async function serveSmtp(socket: Socket, office: PostOffice): Promise<void> {
  const lines = readLines(socket);
  const say = (line: string) => socket.write(`${line}\r\n`);
  let sender: string | undefined;
  let from = '';
  let to: string[] = [];

  say('220 sandbox.lumen-oak.example ESMTP, letters stay on this machine');
  for (let line = await lines.line(); line !== undefined; line = await lines.line()) {
    const verb = line.split(/[ :]/)[0]?.toUpperCase() ?? '';
    if (verb === 'EHLO' || verb === 'HELO') {
      say('250-sandbox.lumen-oak.example');
      say('250-8BITMIME');
      say('250-SMTPUTF8');
      say('250 AUTH PLAIN LOGIN');
    } else if (verb === 'AUTH') {
      sender = await signIn(line, lines, say, office);
      say(sender === undefined ? '535 5.7.8 Authentication credentials invalid' : '235 2.7.0 Welcome');
    } else if (verb === 'MAIL') {
      from = addressIn(line);
      to = [];
      say(sender === undefined ? '530 5.7.0 Authentication required' : '250 2.1.0 OK');
    } else if (verb === 'RCPT') {
      const address = addressIn(line);
      const refusal = sender === undefined ? '530 5.7.0 Authentication required' : office.refusal(address);
      if (refusal === undefined) to.push(address);
      say(refusal ?? '250 2.1.5 OK');
    } else if (verb === 'DATA') {
      if (to.length === 0) say('503 5.5.1 Nobody to deliver to');
      else {
        say('354 Go ahead, end with a single dot');
        const raw = await readData(lines);
        if (!raw) break;
        for (const one of to) await office.accept({ from, to: one }, raw);
        say('250 2.0.0 Taken into the sandbox');
      }
    } else if (verb === 'RSET' || verb === 'NOOP') {
      if (verb === 'RSET') to = [];
      say('250 2.0.0 OK');
    } else if (verb === 'QUIT') {
      socket.end('221 2.0.0 Bye\r\n');
      return;
    } else say('502 5.5.2 Not known here');
  }
  socket.destroy();
}

const addressIn = (line: string): string => /<([^<>\s]*)>/.exec(line)?.[1] ?? '';

/** RFC 4954: PLAIN with or without the first response, and the older LOGIN. */
async function signIn(
  line: string,
  lines: LineReader,
  say: (line: string) => void,
  office: PostOffice,
): Promise<string | undefined> {
  const [, mechanism = '', initial] = line.split(' ');
  const ask = async (question: string) => {
    say(`334 ${Buffer.from(question).toString('base64')}`);
    return decode((await lines.line()) ?? '');
  };
  let user: string | undefined;
  let password: string | undefined;
  if (mechanism.toUpperCase() === 'PLAIN') {
    [, user, password] = (initial ? decode(initial) : await ask('')).split('\0');
  } else if (mechanism.toUpperCase() === 'LOGIN') {
    user = initial ? decode(initial) : await ask('Username:');
    password = await ask('Password:');
  }
  return user !== undefined && office.boxOf(user) && password === mailboxPassword ? user : undefined;
}

const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8');

/** RFC 5321 4.5.2: a dot that begins a line was doubled on the way. */
async function readData(lines: LineReader): Promise<Buffer | undefined> {
  const all: string[] = [];
  for (let line = await lines.line(); line !== '.'; line = await lines.line()) {
    if (line === undefined) return undefined;
    all.push(line.startsWith('.') ? line.slice(1) : line);
  }
  return Buffer.from(`${all.join('\r\n')}\r\n`);
}
