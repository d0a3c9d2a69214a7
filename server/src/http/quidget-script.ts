import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { quidgetScript } from '#contract/quidget-snippet.ts';
import { Problem } from '#platform/problem.ts';

type Script = { etag: string; bodies: Record<'br' | 'gzip' | 'identity', Buffer> };
const hour = 3600;

/** What pages of other sites load: the loader, what it fetches (the chat, and what tells that a page is open), and the page of the editor's preview. */
export function mountQuidgetScript(app: FastifyInstance, folder: string | null): void {
  const scripts = new Map<string, Script>();
  const names = folder && fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.js')) : [];
  for (const name of names) {
    const [identity, gzip, br] = ['', '.gz', '.br'].map((end) =>
      fs.readFileSync(path.join(folder ?? '', name + end)),
    ) as [Buffer, Buffer, Buffer];
    const etag = crypto.createHash('sha256').update(identity).digest('base64url').slice(0, 22);
    scripts.set(name, { etag, bodies: { identity, gzip, br } });
  }

  function send(request: FastifyRequest, reply: FastifyReply, script: Script | undefined, cache: string) {
    if (!script) throw new Problem('not_found');
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted)) ?? 'identity';
    const etag = `"${script.etag}-${encoding}"`;
    void reply
      .headers({ 'cache-control': cache, etag, vary: 'accept-encoding' })
      // Everybody's: pages of any origin run it, and may check it.
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    return reply.type('text/javascript; charset=utf-8').send(script.bodies[encoding]);
  }

  // Short, so that an upgrade reaches every site soon.
  const soon = 'public, max-age=300';
  app.get(`/v1/${quidgetScript}`, (request, reply) => send(request, reply, scripts.get(quidgetScript), soon));
  app.get<{ Params: { language: string; hash: string } }>(
    '/v1/quidget-chat-:language(^en|ua|here$).:hash(^[0-9a-f]{12}$).js',
    (request, reply) => {
      const { language, hash } = request.params;
      const known = scripts.get(`quidget-chat-${language}.${hash}.js`);
      // Loaders of before an upgrade ask for a chat that is gone. They understand the one of today.
      const today = names.find((name) => name.startsWith(`quidget-chat-${language}.`)) ?? '';
      return send(
        request,
        reply,
        known ?? scripts.get(today),
        known ? `public, max-age=${8760 * hour}, immutable` : soon,
      );
    },
  );
  app.get('/v1/quidget-preview.js', (request, reply) =>
    send(request, reply, scripts.get('quidget-preview.js'), 'no-cache'),
  );
  // For the frame beside the editor, and for nobody else's.
  app.get('/v1/quidget-preview.html', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; img-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
      )
      .header('cache-control', 'no-cache')
      .send(previewPage),
  );
}

const previewPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parley</title></head>
<body><script src="/v1/quidget-preview.js"></script></body>
</html>
`;
