import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findImports } from './check-borders-imports.ts';
import { judge } from './check-borders-law.ts';

export type Violation = { file: string; line: number; words: string };

const productCode = ['contract', 'server/src', 'web/src', 'widget'].map((place) => `${place}/**/*.{ts,tsx}`);

/** Reads every import of the product's own code below `root` and reports those that the import law forbids. */
export function findViolations(root: string): Violation[] {
  const names = importNames(root);
  return globSync(productCode, { cwd: root, exclude: ['**/node_modules/**'] })
    .sort()
    .flatMap((file) =>
      findImports(file, readFileSync(path.join(root, file), 'utf8')).flatMap(({ specifier, line }) => {
        const words = judge(file, resolve(file, specifier, names), specifier);
        return words ? [{ file, line, words }] : [];
      }),
    );
}

type Names = [prefix: string, folder: string][];

/** The `#name/*` entries of package.json. */
function importNames(root: string): Names {
  const { imports = {} } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    imports?: Record<string, string>;
  };
  return Object.entries(imports).map(([name, place]) => [
    name.replace(/\*$/, ''),
    path.posix.normalize(place.replace(/\*$/, '')),
  ]);
}

/** The file that an import means, from the root on; undefined for a package. */
function resolve(file: string, specifier: string, names: Names): string | undefined {
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  const [prefix, folder] = names.find(([name]) => specifier.startsWith(name)) ?? [];
  if (prefix === undefined || folder === undefined) return undefined;
  return path.posix.normalize(path.posix.join(folder, specifier.slice(prefix.length)));
}

if (import.meta.main) {
  const violations = findViolations(path.dirname(import.meta.dirname));
  for (const { file, line, words } of violations) console.error(`${file}:${line}  ${words}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
