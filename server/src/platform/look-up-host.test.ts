import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '#test/rigs/temporary-folder.ts';
import { hostLookup } from './look-up-host.ts';
import { createOutboundGuard } from './outbound-guard.ts';

/** A name server. `answer`: what it says to a kind of question (1: IPv4, 28: IPv6); null: nothing (RFC 1035, 4.1). */
async function aNameServer(answer: (kind: number) => { code: number; address?: Buffer } | null) {
  const socket = createSocket('udp4');
  const asked = new Set<string>();
  socket.on('message', (question, from) => {
    const end = question.indexOf(0, 12);
    const labels = question.toString('latin1', 13, end).split(/[^a-z0-9-]/);
    asked.add(labels.join('.'));
    const said = answer(question.readUInt16BE(end + 1));
    if (!said) return;
    const { code, address } = said;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(address ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    const record = address
      ? [0xc0, 12, 0, address.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, address.length, ...address]
      : [];
    socket.send(Buffer.concat([head, question.subarray(12, end + 5), Buffer.from(record)]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => {
    socket.close();
  });
  return { asked, servers: [`127.0.0.1:${socket.address().port}`] };
}

test('F23 names that no server answers hold up nobody else', async () => {
  const { asked, servers } = await aNameServer(() => null);
  const guard = createOutboundGuard({
    allow: ['127.0.0.0/8'],
    lookup: hostLookup({ knowsOwn: true, servers, timeoutMs: 250 }),
  });
  const names = Array.from({ length: 50 }, (_, n) => `mail${n}.silent.example`);
  const all = Promise.all(names.map((name) => guard.resolve(name, 993).catch((error: unknown) => error)));
  expect(await Promise.race([guard.resolve('localhost', 993), all])).toMatchObject({ host: 'localhost' });
  for (const error of await all) expect(error).toMatchObject({ code: 'EAI_AGAIN' });
  expect([...asked].sort()).toEqual([...names].sort());
}, 20_000);

test('a name has all addresses that its servers tell, and none where they tell of none', async () => {
  const four = Buffer.from([142, 250, 1, 108]);
  const six = Buffer.from('2a001450400100000000000000000006', 'hex');
  const { servers } = await aNameServer((kind) => ({ code: 0, address: kind === 28 ? six : four }));
  const found = await hostLookup({ knowsOwn: false, servers })('imap.example');
  expect(found.map((one) => one.address).sort()).toEqual(['142.250.1.108', '2a00:1450:4001::6']);

  const unknown = await aNameServer(() => ({ code: 3 }));
  const none = hostLookup({ knowsOwn: false, servers: unknown.servers })('imap.example');
  await expect(none).rejects.toMatchObject({ code: 'ENOTFOUND', hostname: 'imap.example' });
});

test('where own networks are named the file of hosts goes before name servers, also silent ones', async () => {
  const { folder, remove } = makeTemporaryFolder('hosts');
  onTestFinished(() => remove());
  const hostsFile = path.join(folder, 'hosts');
  writeFileSync(
    hostsFile,
    '# ours\n10.20.0.5\tmail.corp.example  mail # in the cellar\nfd00::5 Mail.corp.example\nnonsense x.example\n',
  );
  const { servers } = await aNameServer(() => null);
  const look = (knowsOwn: boolean) => hostLookup({ knowsOwn, servers, hostsFile, timeoutMs: 50 });
  expect(await look(true)('mail.CORP.example')).toEqual([
    { address: '10.20.0.5', family: 4 },
    { address: 'fd00::5', family: 6 },
  ]);
  for (const name of ['x.example', 'corp.example']) await expect(look(true)(name)).rejects.toThrow('EAI_AGAIN');
  await expect(look(false)('mail.corp.example'), 'it is nobody else’s business').rejects.toThrow('EAI_AGAIN');
});
