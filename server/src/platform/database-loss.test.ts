import net from 'node:net';
import { expect, test } from 'vitest';
import { connectDatabase } from './database.ts';
import { sql } from './sql.ts';

const message = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(kind, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const authenticationOk = message('R', Buffer.from([0, 0, 0, 0]));
const readyForQuery = message('Z', Buffer.from('I'));
const fatal = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
);

/** One row of one boolean: false. */
const no = Buffer.concat([
  message(
    'T',
    Buffer.from([0, 1, ...Buffer.from('is_above\0'), 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 1, 255, 255, 255, 255, 0, 0]),
  ),
  message('D', Buffer.from([0, 1, 0, 0, 0, 1, ...Buffer.from('f')])),
  message('C', Buffer.from('SELECT 1\0')),
  readyForQuery,
]);

test('F3 a database that falls in the moment of its welcome ends a question, and not the process', async () => {
  // Whoever comes first is told what their role may do. Later ones hear in one piece that they are in, and that all is over.
  let isFalling = false;
  const falling = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      if (isFalling) return socket.end(Buffer.concat([authenticationOk, readyForQuery, fatal]));
      isFalling = true;
      socket.write(Buffer.concat([authenticationOk, readyForQuery]));
      return socket.once('data', () => socket.write(no, () => socket.once('data', () => socket.end(fatal))));
    });
  });
  await new Promise<void>((done) => falling.listen(0, '127.0.0.1', done));
  const { port } = falling.address() as net.AddressInfo;
  const db = connectDatabase({ host: '127.0.0.1', port, user: 'parley_app', database: 'parley', ssl: false });
  const ended = async (...work: Promise<unknown>[]) => (await Promise.allSettled(work)).map((one) => one.status);
  expect(await ended(db.read('system', sql`select 1`))).toEqual(['rejected']);
  expect(
    await ended(
      db.read('system', sql`select 1`),
      db.transaction('system', (tx) => tx.run(sql`select 1`)),
      db.readValues({ companies: [1] }, { one: sql`1` }),
    ),
  ).toEqual(['rejected', 'rejected', 'rejected']);
  await db.close();
  falling.close();
});
