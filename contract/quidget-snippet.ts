/** The lines that bring a quidget to a page: its id, its name and the server's address, whatever they contain. */
export const snippetKinds = ['html', 'tag_manager', 'react', 'wordpress'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

/** Under the server's address, which ends in `/v1`. */
export const quidgetScript = 'quidget.js';

type Embedded = { readonly id: number; readonly name: string; readonly api_url: string };

export function snippetOf(of: Embedded, kind: SnippetKind): string {
  return { html: tag, tag_manager: forTagManager, react: forReact, wordpress: forWordPress }[kind](of);
}

const tag = ({ id, name, api_url }: Embedded): string =>
  `<script async src="${inHtml(`${api_url}/${quidgetScript}`)}" data-quidget="${id}" data-name="${inHtml(name)}" data-server="${inHtml(api_url)}"></script>`;

/** A tag manager writes a script's attributes of its own accord, and drops ours: so the script is made by a script. */
const forTagManager = (of: Embedded): string => `<script>
  (function () {
    var script = document.createElement('script');
    script.async = true;
    script.src = ${inScript(`${of.api_url}/${quidgetScript}`)};
    script.setAttribute('data-quidget', ${inScript(String(of.id))});
    script.setAttribute('data-name', ${inScript(of.name)});
    script.setAttribute('data-server', ${inScript(of.api_url)});
    document.head.appendChild(script);
  })();
</script>`;

const forReact = (of: Embedded): string => `import { useEffect } from 'react';

export function Quidget() {
  useEffect(() => {
    const script = document.createElement('script');
    script.async = true;
    script.src = ${inScript(`${of.api_url}/${quidgetScript}`)};
    script.setAttribute('data-quidget', ${inScript(String(of.id))});
    script.setAttribute('data-name', ${inScript(of.name)});
    script.setAttribute('data-server', ${inScript(of.api_url)});
    document.head.append(script);
    return () => script.remove();
  }, []);
  return null;
}`;

const forWordPress = (of: Embedded): string => `add_action('wp_footer', function () { ?>
${tag(of)}
<?php });`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const inHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');

/** A string that neither ends its script's tag nor its line, in HTML as in a file of its own. */
const inScript = (text: string): string =>
  JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
