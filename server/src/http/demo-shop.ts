import type { FastifyInstance } from 'fastify';
import { snippetOf } from '#contract/quidget-snippet.ts';
import type { Database } from '#platform/database.ts';
import { Html, html } from '#platform/plain-page.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

export type DemoShop = { readonly path: string; readonly quidget: string };

const pages = {
  '': ['Lumen & Oak', 'Tables and lamps, made in Poltava. Open the chat in the corner and ask for something.'],
  tables: ['Tables', 'Oak, walnut and ash, from 120 to 240 cm. Stay here for a few seconds: somebody writes first.'],
  lamps: ['Lamps', 'Brass and paper, dimmable, for desks and for long evenings.'],
} as const;

/** A shop of three pages on the demo's own address, where one is the visitor while somebody else is the agent. */
export function mountDemoShop(
  app: FastifyInstance,
  { db, apiUrl, shop }: { db: Database; apiUrl: () => string; shop: DemoShop },
): void {
  const show = async (name: string) => {
    const page = Object.hasOwn(pages, name) ? pages[name as keyof typeof pages] : undefined; // asked just before
    const [quidget] = await db.read<{ id: number }>(
      'system',
      sql`select id from channel_accounts where kind = 'quidget' and name = ${shop.quidget} and is_deleted = 0 order by id limit 1`,
    );
    if (!page || !quidget) throw new Problem('not_found');
    const line = snippetOf({ id: quidget.id, name: shop.quidget, api_url: apiUrl() }, 'html');
    return shopPage(page, shop.path, new Html(line));
  };
  for (const name of Object.keys(pages))
    app.get(addressOf(shop.path, name), async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self' ws: wss:; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        )
        .header('cache-control', 'no-store')
        .send(await show(name)),
    );
}

const addressOf = (path: string, name: string) => (name === '' ? path : `${path}/${name}`);

const shopPage = ([title, text]: readonly [string, string], path: string, line: Html): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/v1/brand/main/0/mark.svg"><title>${title}</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 4rem auto; padding: 0 1.5rem; font: 17px/1.6 Georgia, serif; }
nav { display: flex; gap: 1.5rem; margin-bottom: 3rem; } a { color: inherit; }
</style></head>
<body><nav>${Object.entries(pages).map(
    ([name, [word]]) => html`<a href="${addressOf(path, name)}">${word}</a>`,
  )}</nav><main><h1>${title}</h1><p>${text}</p></main>${line}</body></html>`.markup;
