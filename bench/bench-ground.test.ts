import { expect, onTestFinished, test } from 'vitest';
import { benchGround } from './bench-ground.ts';
import { seedTickets } from './seed-tickets.ts';

test('a server starts on a ground that was filled before, with passwords that nobody sealed', async () => {
  const ground = await benchGround();
  onTestFinished(() => ground.close());
  await seedTickets(ground.db, { companies: 1, tickets: 4 });
  const { url } = await ground.startServer();
  expect((await fetch(`${url}/v1/`)).status).toBe(200);
}, 180_000);
