import en from 'emojibase-data/en/compact.json' with { type: 'json' };
import uk from 'emojibase-data/uk/compact.json' with { type: 'json' };
import type { Plugin } from 'vite';

type Emoji = { hexcode: string; label: string; unicode: string; tags?: string[]; group?: number; order?: number };

const name = 'virtual:emoji-words';
/** Parts of other emoji: hair, tones of skin. */
const components = 2;

/** What a picker needs of the emoji: each with its name and its words in both languages, in the usual order. */
export function emojiWords(): Plugin {
  return {
    name: 'emoji-words',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      const named: readonly Emoji[] = uk;
      const byCode = new Map(named.map((one) => [one.hexcode, one]));
      const rows = (en as readonly Emoji[])
        .filter((one) => one.group !== undefined && one.group !== components)
        .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
        .map((one) => {
          const other = byCode.get(one.hexcode);
          return [
            one.unicode,
            one.label,
            other?.label ?? one.label,
            [...(one.tags ?? []), ...(other?.tags ?? [])].join(' '),
          ];
        });
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(rows))})`, moduleType: 'js' };
    },
  };
}
