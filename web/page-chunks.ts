import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/**
 * Which pages load the same code. Left alone, the bundler makes a file of whatever some set of routes shares, and the
 * list of tickets is fetched in more than 160 files; what these families share is one file for each set of them.
 */
const families: Readonly<Record<string, (id: string) => boolean>> = {
  app: (id) => id.endsWith('/src/main.tsx'),
  entry: component(/^index$/),
  door: component(/^(?!index$|_desk)/),
  desk: component(/^_desk$/),
  list: component(/^_desk\.tickets\.index$/),
  ticket: component(/^_desk\.tickets\.\$id$/),
  rows: component(/^_desk\.\$entity\.search$/),
  form: component(/^_desk\.\$entity\.(?:add|\$id\.edit)$/),
};

function component(route: RegExp): (id: string) => boolean {
  return (id) => {
    const name = /\/src\/routes\/([^/]+)\.tsx\?tsr-split=component/.exec(id)?.[1];
    return name !== undefined && route.test(name);
  };
}

/** Names the file of each module that pages load at once; the others are left to the bundler. */
export function pageChunks(): Plugin {
  let roots: Map<string, string[]>;
  let chunks: Map<string, string> | undefined;
  const name: Rolldown.CodeSplittingNameFunction = (id, modules) => {
    chunks ??= chunksOf(roots, modules);
    return chunks.get(id) ?? null;
  };
  return {
    name: 'page-chunks',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    config: () => {
      // A page does not wait for what its imports import besides.
      const codeSplitting = { includeDependenciesRecursively: false, groups: [{ name, debugName: 'pages' }] };
      return { build: { rolldownOptions: { output: { codeSplitting } } } };
    },
    buildStart() {
      roots = new Map(Object.keys(families).map((family) => [family, []]));
      chunks = undefined;
    },
    moduleParsed({ id }) {
      for (const [family, isRoot] of Object.entries(families)) if (isRoot(id)) roots.get(family)?.push(id);
    },
  };
}

function chunksOf(roots: ReadonlyMap<string, readonly string[]>, modules: Modules): Map<string, string> {
  const importsOf = importsIn(modules);
  const familiesOf = new Map<string, string[]>();
  for (const [family, ids] of roots) {
    if (ids.length === 0) throw new Error(`page-chunks: no module begins the family ${family}`);
    const reached = new Set<string>(ids);
    // A set goes on to what is added while one walks it.
    for (const id of reached) for (const imported of importsOf(id)) reached.add(imported);
    for (const id of reached) familiesOf.set(id, [...(familiesOf.get(id) ?? []), family]);
  }
  return new Map([...familiesOf].map(([id, all]) => [id, nameOf(all)]));
}

/** The app is loaded before all others, and the desk before all of its pages: who else wants it does not matter. */
function nameOf(all: readonly string[]): string {
  if (all.includes('app')) return 'app';
  if (all.includes('desk') && !all.includes('entry') && !all.includes('door')) return 'desk';
  return all.join('-');
}

const barrel = /\/node_modules\/(@mantine\/\w+)\/esm\/index\.mjs$/;

/** What a module imports; of a package that hands everything through one file, only what it asks for by name. */
function importsIn(modules: Modules): (id: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  const codeOf = (id: string) => modules.getModuleInfo(id)?.code ?? '';
  const find = (id: string) =>
    (modules.getModuleInfo(id)?.importedIds ?? []).flatMap((imported) => {
      const package_ = barrel.exec(imported)?.[1];
      if (!package_) return [imported];
      const wanted = namesFrom(codeOf(id), (from) => from === package_);
      const isWanted = ([name]: readonly [string, string]) => wanted.some(([one]) => one === name);
      const handed = namesFrom(codeOf(imported), (from) => from.startsWith('./'));
      return handed.filter(isWanted).map(([, from]) => path.posix.join(path.posix.dirname(imported), from));
    });
  return (id) => {
    const found = known.get(id) ?? find(id);
    known.set(id, found);
    return found;
  };
}

/** `import { a, b as c } from './d'` is [['a', './d'], ['b', './d']]. */
function namesFrom(code: string, isFrom: (source: string) => boolean): (readonly [name: string, from: string])[] {
  return [...code.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(([, names = '', from = '']) =>
    isFrom(from) ? names.split(',').map((one) => [one.trim().split(/\s/)[0] ?? '', from] as const) : [],
  );
}
