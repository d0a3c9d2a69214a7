import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#platform/system-letter.ts';
import { apiPrefix, type Mounted } from './mount.ts';
import { describeApi } from './openapi.ts';

type Operation = {
  summary: string;
  security: readonly { token?: readonly string[] }[];
  requestBody?: unknown;
  parameters?: unknown;
  responses: Record<string, { description: string; content?: unknown }>;
};

/** It tells of everything but itself. */
const theDescription = { config: { isDescribed: true } };

/** The API described by itself: as OpenAPI for programs, as a page without any script for people. */
export function mountApiDocs(app: FastifyInstance, mounted: Mounted, cookie: string): void {
  let made: { document: string; page: string } | undefined;
  const make = () => {
    if (made) return made;
    const description = describeApi(mounted, cookie);
    made = {
      document: JSON.stringify(description),
      page: pageOf(description.paths as Record<string, Record<string, Operation>>), // built right above
    };
    return made;
  };
  app.get(`${apiPrefix}/openapi.json`, theDescription, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(make().document),
  );
  app.get(`${apiPrefix}/docs`, theDescription, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(make().page),
  );
}

function pageOf(paths: Record<string, Record<string, Operation>>): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationHtml(path, method, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parley API</title><style>
body { margin: 0; padding: 32px 16px; background: #f5f3f0; color: #1f1d1a; font: 15px/23px system-ui, sans-serif }
main { max-width: 860px; margin: 0 auto } details { margin: 0 0 8px; padding: 12px 16px; background: #fff; border-radius: 8px; box-shadow: 0 0 0 1px #e8e5e0 }
summary { cursor: pointer } code { font: 600 14px/20px ui-monospace, monospace } summary span { color: #68635a; margin-left: 8px } pre { overflow: auto; font: 12px/18px ui-monospace, monospace; background: #faf9f7; padding: 12px; border-radius: 6px } a { color: #0b6b60 }
</style></head><body><main><h1>Parley API</h1>
<p>Every address starts with <code>${apiPrefix}</code>. Payloads are wrapped: <code>{"data": …}</code>. Answers are <code>{"success": true, "data": …}</code> or <code>{"success": false, "errors": [{"key", "message", "field"}]}</code>. The same as OpenAPI: <a href="${apiPrefix}/openapi.json">openapi.json</a>.</p>
${operations.join('\n')}</main></body></html>`;
}

function operationHtml(
  path: string,
  method: string,
  { summary, security, requestBody, parameters, responses }: Operation,
): string {
  const parts = [
    `<p>${whoMay(security)}</p>`,
    requestBody ? `<h3>Request</h3>${schemaHtml(requestBody)}` : '',
    parameters ? `<h3>In the address</h3>${jsonHtml(parameters)}` : '',
  ];
  for (const [status, response] of Object.entries(responses)) {
    parts.push(
      `<h3>${status}</h3><p>${escapeHtml(response.description).replaceAll('\n\n', '<br>')}</p>${response.content ? schemaHtml(response) : ''}`,
    );
  }
  return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary>${parts.join('')}</details>`;
}

function whoMay(security: Operation['security']): string {
  if (security.length === 0) return 'For everybody.';
  const scopes = security.flatMap(({ token = [] }) => token).map((scope) => `<code>${escapeHtml(scope)}</code>`);
  return scopes.length > 0 ? `For people, and for API tokens with ${scopes.join(', ')}.` : 'For people alone.';
}

/** What is JSON by its schema, everything else by its type as well. */
const schemaHtml = (of: unknown): string => {
  const { content = {} } = of as { content?: Record<string, { schema: unknown }> }; // an OpenAPI media object of ours
  return Object.entries(content)
    .map(([type, { schema }]) => `${type === 'application/json' ? '' : `<p>${type}</p>`}${jsonHtml(schema)}`)
    .join('');
};

const jsonHtml = (of: unknown): string => `<pre>${escapeHtml(JSON.stringify(of, null, 2))}</pre>`;
