import { apiCases, seedApi } from './api-cases.ts';
import { benchGround } from './bench-ground.ts';
import { compareCases } from './compare-cases.ts';
import { startDriver } from './load.ts';
import { openCases } from './open-cases.ts';

/** Ticket list, open ticket, customer list and reply with every wall on, beside bare routes. */
export async function apiBench({ companies = 50, tickets = 100_000 } = {}): Promise<void> {
  const ground = await benchGround();
  const driver = startDriver();
  try {
    console.log(`seeding ${tickets} tickets of ${companies} companies`);
    await seedApi(ground, { companies, tickets });
    await compareCases(
      driver,
      await openCases(ground, await apiCases(ground)),
      `${tickets} tickets in ${companies} companies`,
    );
  } finally {
    driver.close();
    await ground.close();
  }
}
