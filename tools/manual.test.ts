import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileBytesMax, filesPerUploadMax } from '#contract/files.ts';

const root = path.join(import.meta.dirname, '..');
const pages = [
  ...fs.readdirSync(root).filter((name) => name.endsWith('.md')),
  ...fs.readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));
const read = (page: string) => fs.readFileSync(path.join(root, page), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe.each(pages)('%s', (page) => {
  test('links to what is there', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
    const lost = links.filter((link) => !fs.existsSync(path.join(root, path.dirname(page), link)));
    expect(lost).toEqual([]);
  });

  test('names commands and files that exist', () => {
    const text = read(page);
    const commands = [...text.matchAll(/\bnpm run ([a-z]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const files = [...text.matchAll(/`((?:server|web|tools|contract|e2e|bench)\/[\w./-]+\.(?:ts|tsx|js|json|sql))`/g)];
    expect(
      files.map(([, file = '']) => file).filter((file) => !isExample(file) && !fs.existsSync(path.join(root, file))),
    ).toEqual([]);
  });
});

test('a stop of the documented service is told to Parley alone, which stops its database last', () => {
  const unit = /```ini\n(\[Unit\].*?)```/s.exec(read('docs/self-hosting.md'))?.[1];
  expect(unit).toMatch(/^KillMode=mixed$/m);
});

test('the documented proxy lets the archive of a company through', () => {
  const nginx = /```nginx\n(.*?)```/s.exec(read('docs/self-hosting.md'))?.[1] ?? '';
  const [, place = '', rules = ''] = /location ~ (\S*import\S*) \{(.*?)\}/s.exec(nginx) ?? [];
  expect('/v1/api/companies/12/import').toMatch(new RegExp(place || '(?!)'));
  expect(rules).toMatch(/client_max_body_size 0;\s+proxy_request_buffering off;/);
});

test('the documented proxy lets all files of one upload through, and exports of any size', () => {
  const nginx = /```nginx\n(.*?)```/s.exec(read('docs/self-hosting.md'))?.[1] ?? '';
  const [, megabytes = 0] = /location = \/v1\/api\/files\/upload \{\s+client_max_body_size (\d+)m;/.exec(nginx) ?? [];
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(filesPerUploadMax * fileBytesMax);
  expect(nginx).toMatch(/^ {2}proxy_max_temp_file_size 0;$/m);
});

/** The noun of the manual's own examples. */
const isExample = (file: string) => file.includes('things');
