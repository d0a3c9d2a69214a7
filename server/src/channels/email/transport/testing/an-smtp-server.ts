import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type TakenMail = { from: string; to: string[]; raw: string; user: string | undefined };

export type TestSmtpServer = {
  port: number;
  /** Every mail that was answered with 250. */
  taken: TakenMail[];
  stop(): Promise<void>;
};

/** A refusal as an SMTP server words it, with its code. */
export function smtpNo(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** An SMTP server that takes mail, unless the story says otherwise. Knows the password `secret` and the token `fresh`. */
export async function anSmtpServer(
  story: {
    onRecipient?(address: string): Error | null;
    onMail?(raw: string): Error | null | Promise<Error | null>;
    onSignIn?(): Error | null;
    /** What it says of a mail that it takes. */
    words?(): string;
  } = {},
  options: Partial<SMTPServerOptions> = {},
): Promise<TestSmtpServer> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    allowInsecureAuth: true,
    authOptional: true,
    logger: false,
    onAuth({ username, password, accessToken }, _session, answer) {
      const no = story.onSignIn?.();
      if (no) return answer(no);
      if (password === 'secret' || accessToken === 'fresh') return answer(null, { user: username });
      return answer(smtpNo(535, '5.7.8 Authentication failed'));
    },
    onRcptTo({ address }, _session, answer) {
      answer(story.onRecipient?.(address) ?? null);
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      const take = async () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const no = await story.onMail?.(raw);
        if (no) return answer(no);
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          user: session.user as string | undefined,
        });
        return answer(null, story.words?.() ?? 'Taken as 42');
      };
      stream.on('end', () => void take());
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    stop: () => new Promise((closed) => server.close(closed)),
  };
}
