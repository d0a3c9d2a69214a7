import { ImapFlow } from 'imapflow';
import type { MailServers } from '#test/rigs/mail-servers.ts';

/** What a person does with the mailbox in another mail program. */
export async function inAMailClient<T>(
  servers: MailServers,
  user: string,
  work: (client: ImapFlow) => Promise<T>,
  pass = 'shop-app-password',
): Promise<T> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: servers.imapPort,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass },
    logger: false,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.logout();
  }
}
