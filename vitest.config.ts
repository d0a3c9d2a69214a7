import { defineConfig } from 'vitest/config';
import type {} from './server/test/rigs/database-desk.ts';

const databaseDesk = './server/test/rigs/database-desk.ts';
/** They need servers of the machine, beside a database. */
const mailTests = [
  'server/test/mail/**/*.test.ts',
  '**/*.dovecot.test.ts',
  '**/*.postfix.test.ts',
  '**/*.redis.test.ts',
];
const notOurs = ['**/node_modules/**', '.build/**', 'data/**', 'data-demo/**'];

export default defineConfig({
  test: {
    // Tests wait for child processes, databases and mail servers more than they compute.
    maxWorkers: 2,
    hookTimeout: 60_000,
    exclude: notOurs,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{server/src,contract,tools,web/src,bench}/**/*.test.{ts,tsx}', 'server/test/rigs/**/*.test.ts'],
          exclude: [...notOurs, ...mailTests],
          globalSetup: [databaseDesk],
          provide: { databaseKind: 'embedded' },
        },
      },
      {
        test: {
          name: 'api-embedded',
          include: ['server/test/api/**/*.test.ts'],
          exclude: [...notOurs, ...mailTests],
          globalSetup: [databaseDesk],
          provide: { databaseKind: 'embedded' },
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'api-postgres15',
          include: ['server/test/api/**/*.test.ts'],
          exclude: [...notOurs, ...mailTests],
          globalSetup: [databaseDesk],
          provide: { databaseKind: 'postgres15' },
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'mail',
          include: mailTests,
          exclude: notOurs,
          globalSetup: [databaseDesk, './server/test/rigs/mail-needs.ts'],
          provide: { databaseKind: 'embedded' },
          testTimeout: 60_000,
        },
      },
    ],
  },
});
