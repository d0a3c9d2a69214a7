import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findViolations } from './check-borders.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'parley-borders-'));
  plant('package.json', '{"imports": {"#contract/*": "./contract/*", "#domain/*": "./server/src/domain/*"}}');
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

const find = () => findViolations(root).map(({ file, line, words }) => `${file}:${line} ${words}`);

/** One planted violation per rule: the file, what it imports, and what is to be said. */
const forbidden: [file: string, specifier: string, words: RegExp][] = [
  ['contract/tickets.ts', 'luxon', /contract imports luxon: it may import nothing but zod/],
  ['contract/tickets.ts', '../server/src/platform/log.ts', /contract imports platform/],
  ['server/src/platform/sql.ts', '#domain/tickets/index.ts', /platform imports domain/],
  ['server/src/platform/sql.ts', '../http/wire.ts', /platform imports http/],
  ['server/src/domain/tickets/reply.ts', '../customers/find-customer.ts', /tickets imports from inside customers/],
  ['server/src/domain/people/profile.ts', '../accounts/index.ts', /people imports accounts/],
  ['server/src/domain/tickets/reply.ts', '../../flows/delivery/send.ts', /domain imports flows/],
  ['server/src/domain/tickets/reply.ts', '../../channels/channel.ts', /domain imports channels/],
  ['server/src/domain/tickets/reply.ts', '../../config.ts', /only app.ts and its like read/],
  ['server/src/http/wire.ts', '../flows/delivery/send.ts', /http imports flows/],
  ['server/src/http/wire.ts', '../channels/email/parse.ts', /http imports channels/],
  ['server/src/channels/email/parse.ts', '#domain/tickets/index.ts', /channels imports domain/],
  ['server/src/channels/email/parse.ts', '../telegram/poll.ts', /channel email imports the channel telegram/],
  ['server/src/channels/channel.ts', './email/parse.ts', /channel port imports the channel email/],
  ['server/src/flows/intake/take.ts', '../../http/wire.ts', /flows imports http/],
  ['server/src/flows/intake/take.ts', '../../app.ts', /flows imports builder/],
  ['server/src/flows/intake/take.ts', '../../demo/open-demo.ts', /flows imports demo/],
  ['server/src/demo/open-demo.ts', '../http/wire.ts', /demo imports http/],
  ['server/src/platform/sql.ts', '../../../web/src/ui/face.tsx', /platform imports web/],
  ['server/src/platform/sql.ts', '../../test/rigs/wait-until.ts', /platform imports test code/],
  ['server/src/cellar/sql.ts', '../platform/log.ts', /no such room/],
  ['web/src/api/call.ts', '../../../server/src/http/wire.ts', /web imports http/],
  ['web/src/api/call.ts', 'node:fs', /web imports node:fs, which no browser has/],
  ['web/src/features/tickets/list.tsx', '../customers/face.tsx', /feature tickets imports its sibling customers/],
  ['widget/app/chat.tsx', '../../web/src/ui/face.tsx', /widget imports web/],
];

test.each(forbidden)('%s must not import %s', (file, specifier, words) => {
  plant(file, `\nimport { something } from '${specifier}';\n`);
  expect(find()).toEqual([expect.stringMatching(new RegExp(`^${file}:2 .*${words.source}`))]);
});

test.each([
  ['a type', `import type { A } from '#domain/tickets/index.ts';`],
  ['an export', `export { a } from '#domain/tickets/index.ts';`],
  ['everything', `export * from '#domain/tickets/index.ts';`],
  ['at run time', `const later = () => import('#domain/tickets/index.ts');`],
  ['the type of a module', `export type A = import('#domain/tickets/index.ts').A;`],
  ['a worker', `new Worker(new URL('../domain/tickets/index.ts', import.meta.url));`],
  ['for its effects, over two lines', `import\n '#domain/tickets/index.ts';`],
])('an import of %s is found', (_kind, text) => {
  plant('server/src/platform/sql.ts', text);
  expect(find()).toHaveLength(1);
});

test('what the law allows, and what only looks like an import, is left alone', () => {
  plant('contract/tickets.ts', `import { z } from 'zod';\nimport './entity.ts';`);
  plant('server/src/platform/sql.ts', `import '#contract/entity.ts';\nimport 'node:fs';\nimport 'pg';`);
  plant('server/src/domain/tickets/reply.ts', `import '../customers/index.ts';\nimport './ticket-queries.ts';`);
  plant('server/src/http/wire.ts', `import '#domain/tickets/index.ts';\nimport '../platform/log.ts';`);
  plant('server/src/channels/email/parse.ts', `import '../channel.ts';\nimport './charset.ts';`);
  plant('server/src/flows/intake/take.ts', `import '#domain/tickets/index.ts';\nimport '../../channels/email/x.ts';`);
  plant('server/src/demo/open-demo.ts', `import '../flows/intake/take.ts';\nimport '#domain/tickets/index.ts';`);
  plant(
    'server/src/main.ts',
    `import './app.ts';\nimport './config.ts';\nimport './http/wire.ts';\nimport './demo/a.ts';`,
  );
  plant('web/src/pages/ticket-page.tsx', `import '../features/tickets/list.tsx';\nimport '../features/thread/t.tsx';`);
  plant('web/src/features/tickets/list.tsx', `import '../../ui/face.tsx';\nimport './row.tsx';`);
  plant('web/src/ui/face.test.tsx', `import '../../../server/src/http/wire.ts';`);
  plant(
    'web/src/ui/text.ts',
    `// import '../../../server/src/http/wire.ts';\nexport const a = "import '#domain/x.ts'";`,
  );
  expect(find()).toEqual([]);
});
