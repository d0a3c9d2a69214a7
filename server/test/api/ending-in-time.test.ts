import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aParley } from './parley-in-process.ts';
import { password } from './people.ts';

/** A mail server that takes connections and says nothing. */
async function aSilentServer() {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    open.add(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: (server.address() as net.AddressInfo).port, open };
}

test('F1 a mail server that does not answer keeps neither the doors nor the end of the process waiting', async () => {
  const silent = await aSilentServer();
  const at = await aParley({ role: 'all', env: { SMTP_URL: `smtp://127.0.0.1:${silent.port}` } });
  const olena = { name: 'Olena', email_confirmation: 'olena@lumenoak.test', raw_password: password };
  expect((await at.stranger().call('users/registration', olena)).status).toBe(200);
  await waitUntil(() => silent.open.size > 0, { what: 'a letter to be under way' });

  let isStopped = false;
  const asked = performance.now();
  const stopping = at.close().then(() => {
    isStopped = true;
  });
  await waitUntil(() => !at.parley.http?.server.listening);
  expect(isStopped, 'the doors are closed first').toBe(false);
  await stopping;
  expect(performance.now() - asked).toBeLessThan(10_000);
});
