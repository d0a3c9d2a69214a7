import { once } from 'node:events';
import net from 'node:net';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { openRedis } from './redis.ts';

test('A53 a password that Redis refuses is not handed on with its refusal', async () => {
  const refusal = '-WRONGPASS invalid username-password pair or user is disabled.\r\n';
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (asked) => socket.write(refusal.repeat(asked.toString().match(/^\*/gm)?.length ?? 0)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as net.AddressInfo;
  const told = Promise.withResolvers<unknown>();
  const client = await openRedis(`redis://:canary@127.0.0.1:${port}`, {
    connectionName: 'parley tests',
    onError: told.resolve,
  });
  try {
    const error = await told.promise;
    expect(error).toMatchObject({ message: expect.stringContaining('WRONGPASS') });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('canary');
  } finally {
    client.disconnect();
    server.close();
  }
});
