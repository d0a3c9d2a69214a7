import fs from 'node:fs';
import path from 'node:path';
import { printTable } from './print-table.ts';

const root = path.dirname(import.meta.dirname);
const own = [
  'contract/categories.ts',
  'server/src/domain/categories/categories-table.ts',
  'web/src/features/entity/declarations/categories.tsx',
];
/** What templates say of their category would be there for a plain field too. */
const ofTemplates = /templates?\b|csv|start-workers|invalidate|\.test\.|\/demo\//;
/** Neither a comment nor the field of templates that refers to it. */
const names = /^(?!\s*\/?\*|.*category_id).*(?:'categories(?:\.\w+)?'|\bcategoriesTable\b|^\s*categories:)/;

/** What the plainest noun takes: files of its own, its table, and lines in the lists of all nouns. */
export function nounBench(): void {
  const migration = read('server/migrations/0017_categories_templates_tags.sql');
  const table = /create table categories[\s\S]*?call wall_off\('categories'\);/.exec(migration)?.[0] ?? '';
  const listed = ['contract', 'server/src', 'web/src']
    .flatMap((folder) => filesIn(folder))
    .filter((file) => !own.includes(file) && !ofTemplates.test(file))
    .map((file) => ({ file, lines: count(read(file).split('\n'), (line) => names.test(line)) }))
    .filter(({ lines }) => lines > 0);
  const words = JSON.parse(read('web/src/i18n/en.json')).entities.categories as object;
  const rows: [string, number, number][] = [
    ['files of its own', own.length, sum(own.map((file) => count(read(file).trimEnd().split('\n'), () => true)))],
    ['its table, in a migration', 1, table.split('\n').length],
    ['lists of all nouns', listed.length, sum(listed.map(({ lines }) => lines))],
  ];
  const all = ['all', sum(rows.map(([, files]) => files)), sum(rows.map(([, , lines]) => lines))] as const;
  printTable(
    'Category, the plainest noun',
    ['what', 'files', 'lines'],
    [...rows, all].map((row) => row.map(String)),
  );
  console.log(`and ${leaves(words)} words in each language; the lists: ${listed.map(({ file }) => file).join(', ')}`);
}

const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file));
const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);
const count = (lines: readonly string[], holds: (line: string) => boolean): number => lines.filter(holds).length;
const leaves = (words: object): number =>
  sum(Object.values(words).map((one) => (typeof one === 'object' ? leaves(one) : 1)));
