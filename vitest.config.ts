import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import type { DatabaseKind } from './server/test/rigs/database-desk.ts';

const databaseDesk = './server/test/rigs/database-desk.ts';
/** They need servers of the machine, beside a database. */
const mailTests = [
  'server/test/mail/**/*.test.ts',
  '**/*.dovecot.test.ts',
  '**/*.postfix.test.ts',
  '**/*.redis.test.ts',
];
const apiTests = 'server/test/api/**/*.test.ts';
/**
 * They are about sockets, clocks, processes and what hashing costs, not about what a database does: one kind is enough. Each
 * has a process of its own.
 */
const apiTestsOnce = ['chat-storm', 'crowd-of-sign-ins', 'killed-work', 'who-has-an-account'].map(
  (name) => `server/test/api/${name}.test.ts`,
);
const notOurs = ['**/node_modules/**', '.build/**', 'data/**', 'data-demo/**'];

/** The API against one kind of database. Files follow one another in a process: what they import is loaded once. */
const apiProject = (databaseKind: DatabaseKind): TestProjectConfiguration => ({
  test: {
    name: `api-${databaseKind}`,
    include: [apiTests],
    exclude: [...notOurs, ...mailTests, ...apiTestsOnce],
    globalSetup: [databaseDesk],
    provide: { databaseKind },
    setupFiles: ['./server/test/rigs/cheap-passwords.ts'],
    isolate: false,
    testTimeout: 20_000,
  },
});

export default defineConfig({
  test: {
    // Tests wait for child processes, databases and mail servers: one more than there are cores keeps those busy.
    maxWorkers: 3,
    hookTimeout: 60_000,
    exclude: notOurs,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{server/src,contract,tools,web/src,widget,bench}/**/*.test.{ts,tsx}',
            'server/test/rigs/**/*.test.ts',
          ],
          exclude: [...notOurs, ...mailTests],
          globalSetup: [databaseDesk],
          provide: { databaseKind: 'embedded' },
          isolate: false,
          testTimeout: 20_000,
        },
      },
      apiProject('embedded'),
      apiProject('postgres15'),
      {
        test: {
          name: 'api-embedded-once',
          include: apiTestsOnce,
          globalSetup: [databaseDesk],
          provide: { databaseKind: 'embedded' },
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
