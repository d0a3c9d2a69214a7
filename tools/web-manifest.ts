import fs from 'node:fs';
import path from 'node:path';

type Chunk = { file: string; src?: string; imports?: string[]; css?: string[] };
export type FilesOf = (...sources: string[]) => { scripts: string[]; sheets: string[] };

/** Which files of the built web app load which, by Vite's own account. */
export function readManifest(web: string): FilesOf {
  const chunks = JSON.parse(fs.readFileSync(path.join(web, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const named = (source: string): Chunk => {
    const found = Object.values(chunks).find((one) => one.src === source);
    if (!found) throw new Error(`The web app has no chunk of ${source}`);
    return found;
  };

  /** The scripts and sheets that have to be there before the given sources can run. */
  return (...sources) => {
    const scripts = new Set<string>();
    const sheets = new Set<string>();
    const add = (chunk: Chunk | undefined) => {
      if (!chunk || scripts.has(chunk.file)) return;
      scripts.add(chunk.file);
      for (const sheet of chunk.css ?? []) sheets.add(sheet);
      for (const key of chunk.imports ?? []) add(chunks[key]);
    };
    for (const source of sources) add(named(source));
    return { scripts: [...scripts], sheets: [...sheets] };
  };
}

export const component = (route: string): string => `src/routes/${route}.tsx?tsr-split=component`;
