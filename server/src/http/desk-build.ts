import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** What the desk was built to: a browser that keeps it knows by `build` when there is another one. */
export type DeskBuild = { readonly build: string; readonly files: readonly string[] };

/** The page names its files by what is in them, so it differs whenever one of them does. */
export function readDeskBuild(folder: string): DeskBuild {
  const hash = crypto.createHash('sha256').update(fs.readFileSync(path.join(folder, 'index.html')));
  const assets = path.join(folder, 'assets');
  const names = fs.existsSync(assets) ? fs.readdirSync(assets) : [];
  // The same once more, compressed.
  const files = names.filter((name) => !/\.(?:gz|br|map)$/.test(name)).sort();
  for (const name of files) hash.update(name);
  return { build: hash.digest('hex').slice(0, 12), files: files.map((name) => `/v1/assets/${name}`) };
}
