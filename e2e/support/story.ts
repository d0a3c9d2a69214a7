import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { type MailServers, startMailServers } from '#test/rigs/mail-servers.ts';
import { type ParleyServer, startParleyServer } from '#test/rigs/parley-server.ts';
import { makeTemporaryFolder } from '#test/rigs/temporary-folder.ts';

export { expect } from '@playwright/test';

type World = {
  /** A real Dovecot and a real Postfix. */
  mail: MailServers;
  /** The built server on a port and a data folder of its own; it trusts the mail servers' certificate. */
  aServer: ParleyServer;
};

/** A browser story: each has a server, a database, mail servers and a browser of its own. `page.goto('/v1/')` works. */
export const test = base.extend<World>({
  mail: async ({ browserName: _ }, lend) => {
    const servers = await startMailServers();
    await lend(servers);
    await servers.stop();
  },
  aServer: async ({ mail }, lend, testInfo) => {
    const { folder, remove } = makeTemporaryFolder('ca');
    const caFile = path.join(folder, 'ca.pem');
    writeFileSync(caFile, mail.ca);
    const server = await startParleyServer({ caFile });
    await lend(server);
    await server.discard();
    await remove();
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server', { body: server.printed(), contentType: 'text/plain' });
      await testInfo.attach('mail servers', { body: mail.log(), contentType: 'text/plain' });
    }
  },
  baseURL: async ({ aServer }, lend) => lend(aServer.url),
});
