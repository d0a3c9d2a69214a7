import { Parser } from 'htmlparser2';
import { quidgetScript } from '#contract/quidget-snippet.ts';

export type FoundSnippet = {
  /** `tag`: a script element; `script`: a script that makes one; `comment`: nobody runs it. */
  readonly how: 'tag' | 'script' | 'comment';
  readonly id: string | null;
  /** The script's address as written, whole or not. */
  readonly src: string;
  readonly nonce: string | undefined;
};
export type ReadPage = {
  readonly snippets: readonly FoundSnippet[];
  /** Of its `<meta http-equiv="content-security-policy">`. */
  readonly policies: readonly string[];
  readonly hasTagManager: boolean;
};

/** Every snippet of a page that somebody else wrote: it is read, and nothing of it runs. */
export function findSnippets(html: string): ReadPage {
  const snippets: FoundSnippet[] = [];
  const policies: string[] = [];
  let hasTagManager = false;
  let script: string[] | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy')
        policies.push(attributes.content ?? '');
      if (name !== 'script') return;
      const src = attributes.src ?? '';
      if (src === '') script = [];
      if (isTagManager(src)) hasTagManager = true;
      if (isOurs(src))
        snippets.push({ how: 'tag', id: attributes['data-quidget'] ?? null, src, nonce: attributes.nonce });
    },
    ontext(text) {
      script?.push(text);
    },
    onclosetag(name) {
      if (name !== 'script' || !script) return;
      const text = script.join('');
      script = null;
      if (isTagManager(text)) hasTagManager = true;
      snippets.push(...writtenIn(text, 'script'));
    },
    oncomment(text) {
      snippets.push(...writtenIn(text, 'comment'));
    },
  });
  parser.end(html);
  return { snippets, policies, hasTagManager };
}

const isOurs = (src: string): boolean => src.split(/[?#]/)[0]?.endsWith(`/${quidgetScript}`) ?? false;
const isTagManager = (text: string): boolean => text.includes('googletagmanager.com/gtm.js');

/** Addresses of our script within a text, each with the id that stands after it. */
function writtenIn(text: string, how: 'script' | 'comment'): FoundSnippet[] {
  const places = [...text.matchAll(/["']([^"'\s<>]{1,500}\/quidget\.js)["']/g)];
  return places.map((place, i) => {
    const after = text.slice(place.index, places[i + 1]?.index ?? text.length);
    return {
      how,
      id: /data-quidget["']?\s*[,=]\s*["'](\d{1,16})["']/.exec(after)?.[1] ?? null,
      src: place[1] ?? '',
      nonce: undefined,
    };
  });
}
