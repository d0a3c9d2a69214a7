import type { FastifyInstance } from 'fastify';
import { quidgetScript } from '#contract/quidget-snippet.ts';

/**
 * What pages of other sites load. Chats cannot be had yet: the script says so to whoever opens the console, and changes
 * nothing about the page. A snippet that is installed today begins to answer when this file does.
 */
const script = `(function () {
  var own = document.currentScript;
  var id = own ? own.getAttribute('data-quidget') : null;
  console.info('Parley: quidget ' + id + ' is installed here. This version of Parley shows no chat to visitors yet.');
})();
`;

export function mountQuidgetScript(app: FastifyInstance): void {
  app.get(`/v1/${quidgetScript}`, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // Short, so that an upgrade reaches every site soon.
      .header('cache-control', 'public, max-age=300')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(script),
  );
}
