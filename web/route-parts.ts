import path from 'node:path';
import type { Plugin } from 'vite';

const importer = /(\$\$split\w+Importer = \(\) => )(import\([^)]+\))/g;

/** The code of a route is fetched as every other part is (`fetchPart`); the router's plugin writes its import. */
export function routeParts(fetchPart: string): Plugin {
  return {
    name: 'route-parts',
    // After the router's own, which comes before it in the list.
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/src/routes/') || !code.includes('tsr-split=')) return null;
      const from = path.posix.relative(path.posix.dirname(id.replace(/\?.*$/, '')), fetchPart);
      const fetched = code.replace(importer, '$1fetchPart(() => $2)');
      if (fetched === code) throw new Error(`route-parts: the import of a route is written in another way in ${id}`);
      return { code: `import { fetchPart } from '${from}';\n${fetched}`, map: null };
    },
  };
}
