import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import type { DatabaseKind } from './server/test/rigs/database-desk.ts';
import { WaitingBetween } from './tools/test-order.ts';

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
/** They ask nothing that databases differ in, or have databases of their own, the same beside each kind. */
const apiTestsOfOneKind = ['api-description', 'brands-and-headers', 'canaries', 'origins', 'restored-dump'].map(
  (name) => `server/test/api/${name}.test.ts`,
);
const notOurs = ['**/node_modules/**', '.build/**', 'data/**', 'data-demo/**'];

/** Far beyond what any test takes that works, also on a machine that is half as fast as it was yesterday. */
const patienceMs = 60_000;

/** What lives shortly is collected less often, in a process that makes much of it: a tenth of its processor time. */
const roomForTheYoung = ['--min-semi-space-size=16', '--max-semi-space-size=64'];

/** The API against one kind of database. Files follow one another in a process: what they import is loaded once. */
const apiProject = (databaseKind: DatabaseKind): TestProjectConfiguration => ({
  test: {
    name: `api-${databaseKind}`,
    include: [apiTests],
    exclude: [...notOurs, ...mailTests, ...apiTestsOnce, ...(databaseKind === 'postgres15' ? apiTestsOfOneKind : [])],
    globalSetup: [databaseDesk],
    provide: { databaseKind },
    setupFiles: ['./server/test/rigs/cheap-passwords.ts'],
    isolate: false,
    execArgv: roomForTheYoung,
    testTimeout: patienceMs,
  },
});

export default defineConfig({
  test: {
    // Tests wait for child processes, databases and mail servers: one more than there are cores keeps those busy.
    maxWorkers: 3,
    hookTimeout: 2 * patienceMs,
    sequence: { sequencer: WaitingBetween },
    exclude: notOurs,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{server/src,contract,tools,web,widget,bench}/**/*.test.{ts,tsx}', 'server/test/rigs/**/*.test.ts'],
          exclude: [...notOurs, ...mailTests],
          globalSetup: [databaseDesk],
          provide: { databaseKind: 'embedded' },
          isolate: false,
          execArgv: roomForTheYoung,
          testTimeout: patienceMs,
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
          testTimeout: patienceMs,
        },
      },
      {
        test: {
          name: 'mail',
          include: mailTests,
          exclude: notOurs,
          globalSetup: [databaseDesk, './server/test/rigs/mail-needs.ts'],
          provide: { databaseKind: 'embedded' },
          testTimeout: 2 * patienceMs,
        },
      },
    ],
  },
});
