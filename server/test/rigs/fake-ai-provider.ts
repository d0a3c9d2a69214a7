import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificates, type RigCertificates } from './rig-certificates.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

type Said = { status: number; body: unknown; location?: string };

export type FakeAiProvider = {
  /** PEM of the authority to trust. */
  ca: string;
  /** What stands before `/models`: of OpenAI's protocol, and of Anthropic's. */
  openai: string;
  anthropic: string;
  key: string;
  models: string[];
  /** Further names of models: asked for one by one they are there, and no list has them. */
  aliases: string[];
  asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Answers everything so from now on; null: as documented. 'silent' never answers, 'drips' a byte now and then. */
  trouble: Said | 'silent' | 'drips' | 'no json' | null;
  stop(): Promise<void>;
};

/**
 * Two providers of language models under one roof, over TLS on localhost, as their documents describe the list of models:
 * https://platform.openai.com/docs/api-reference/models/list, https://docs.anthropic.com/en/api/models-list.
 */
export async function startFakeAiProvider(certificates?: RigCertificates): Promise<FakeAiProvider> {
  const { folder, remove } = makeTemporaryFolder('ai-provider');
  const { certificateFile, keyFile, ca } = certificates ?? makeCertificates(folder);
  const fake: Pick<FakeAiProvider, 'key' | 'models' | 'aliases' | 'asked' | 'trouble'> = {
    ...{ key: 'sk-of-olena', models: ['gpt-5', 'gpt-5-mini'], aliases: ['gpt-latest'], asked: [], trouble: null },
  };
  const secured = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };
  const server = https.createServer(secured, (request, response) => {
    const url = new URL(request.url ?? '/', 'https://ai.test');
    fake.asked.push({ path: url.pathname + url.search, headers: request.headers });
    if (fake.trouble === 'silent') return;
    if (fake.trouble === 'drips') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drips = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drips));
      return;
    }
    if (fake.trouble === 'no json') {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<p>It works!</p>');
      return;
    }
    const said = fake.trouble ?? answer(fake, url, request.headers);
    const location = said.location === undefined ? {} : { location: said.location };
    response.writeHead(said.status, { 'content-type': 'application/json', ...location }).end(JSON.stringify(said.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  return Object.assign(fake, {
    ca,
    openai: `${url}/v1`,
    anthropic: `${url}/anthropic/v1`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await remove();
    },
  });
}

function answer(
  fake: Pick<FakeAiProvider, 'key' | 'models' | 'aliases'>,
  { pathname }: URL,
  headers: IncomingHttpHeaders,
): Said {
  const found = /^(\/anthropic)?\/v1\/models(?:\/(.+))?$/.exec(pathname);
  if (!found) return { status: 404, body: { error: { message: 'Not Found' } } };
  const [, protocol, model] = found;
  const isAnthropic = protocol !== undefined;
  const shown = isAnthropic ? headers['x-api-key'] : headers.authorization?.replace(/^Bearer /, '');
  if (isAnthropic && headers['anthropic-version'] === undefined)
    return { status: 400, body: anthropicError('invalid_request_error', 'anthropic-version: header is required') };
  if (shown !== fake.key)
    return {
      status: 401,
      body: isAnthropic
        ? anthropicError('authentication_error', 'invalid x-api-key')
        : {
            error: {
              message: `Incorrect API key provided: ${shown}.`,
              type: 'invalid_request_error',
              code: 'invalid_api_key',
            },
          },
    };
  const described = (id: string) =>
    isAnthropic
      ? { type: 'model', id, display_name: id, created_at: '2026-02-04T00:00:00Z' }
      : { id, object: 'model', created: 1_686_935_002, owned_by: 'openai' };
  if (model !== undefined) {
    const isThere = [...fake.models, ...fake.aliases].includes(decodeURIComponent(model));
    return isThere
      ? { status: 200, body: described(model) }
      : { status: 404, body: { error: { message: `The model '${model}' does not exist`, code: 'model_not_found' } } };
  }
  const data = fake.models.map(described);
  return {
    status: 200,
    body: isAnthropic
      ? { data, first_id: fake.models[0], last_id: fake.models.at(-1), has_more: false }
      : { object: 'list', data },
  };
}

const anthropicError = (type: string, message: string) => ({ type: 'error', error: { type, message } });
