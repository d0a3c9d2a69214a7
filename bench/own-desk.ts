import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { startMailServers } from '#test/rigs/mail-servers.ts';
import { startParleyServer } from '#test/rigs/parley-server.ts';
import { makeTemporaryFolder } from '#test/rigs/temporary-folder.ts';
import { aShop } from '../e2e/support/shop.ts';

/** The whole of it as the stories have it: the built server, real mail servers, and Olena's shop. */
export async function aDeskOfItsOwn() {
  const mail = await startMailServers();
  const { folder, remove } = makeTemporaryFolder('ca');
  const caFile = path.join(folder, 'ca.pem');
  writeFileSync(caFile, mail.ca);
  const server = await startParleyServer({ caFile, env: { TRUSTED_PROXIES: '127.0.0.0/8' }, isFirstStart: true });
  return {
    mail,
    server,
    shop: await aShop(server, mail),
    async close() {
      await server.discard();
      await mail.stop();
      await remove();
    },
  };
}
