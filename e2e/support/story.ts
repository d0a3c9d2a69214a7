import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { type MailServers, startMailServers } from '#test/rigs/mail-servers.ts';
import { type ParleyServer, startParleyServer } from '#test/rigs/parley-server.ts';
import { makeTemporaryFolder } from '#test/rigs/temporary-folder.ts';
import { type Complaints, listenForComplaints } from './complaints.ts';
import { expect } from './patient-expect.ts';
import { aShop, type Shop } from './shop.ts';

export { expect };

/** What all stories of a worker share: starting it costs seconds, and companies do not see each other. */
type House = {
  /** A real Dovecot and a real Postfix. */
  mail: MailServers;
  /** The built server on a port and a data folder of its own; it trusts the mail servers' certificate. */
  aServer: ParleyServer;
};

type World = {
  /** Every browser of the story is listened to; what nobody said to expect fails it. */
  complaints: Complaints;
  /** Olena's company with a product and a working mailbox, new for this story. She is not signed in yet. */
  shop: Shop;
  /** Hands the servers' words over with the report of a story that failed. */
  words: undefined;
};

/** A browser story. `page.goto('/v1/')` works. */
export const test = base.extend<World, House>({
  mail: [
    async ({ browserName: _ }, lend) => {
      const servers = await startMailServers();
      await lend(servers);
      await servers.stop();
    },
    { scope: 'worker' },
  ],
  aServer: [
    async ({ mail }, lend) => {
      const { folder, remove } = makeTemporaryFolder('ca');
      const caFile = path.join(folder, 'ca.pem');
      writeFileSync(caFile, mail.ca);
      // People of stories come from addresses of their own, as they would: nobody counts them as one who tries too often.
      const server = await startParleyServer({
        caFile,
        hasCheapPasswords: true,
        env: { TRUSTED_PROXIES: '127.0.0.0/8' },
      });
      await lend(server);
      await server.discard();
      await remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ aServer }, lend) => lend(aServer.url),
  viewport: { width: 1440, height: 900 },
  complaints: [
    async ({ context }, lend) => {
      const complaints = listenForComplaints();
      complaints.hear(context);
      await lend(complaints);
      expect(complaints.unexpected(), 'the browser complains of nothing').toEqual([]);
    },
    { auto: true },
  ],
  shop: async ({ aServer, mail }, lend) => lend(await aShop(aServer, mail)),
  words: [
    async ({ aServer, mail }, lend, testInfo) => {
      const from = { server: aServer.printed().length, mail: mail.log().length };
      await lend(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      const text = (body: string) => ({ body, contentType: 'text/plain' });
      await testInfo.attach('server', text(aServer.printed().slice(from.server)));
      await testInfo.attach('mail servers', text(mail.log().slice(from.mail)));
    },
    { auto: true },
  ],
});
