import type { ErrorKey } from '#contract/errors.ts';
import type { MessengerErrorKey } from '#contract/messenger-errors.ts';
import type { AiProtocol } from '#contract/user-ai-configs.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import { Problem } from '#platform/problem.ts';
import { type Answer, askProvider, below, objectIn, ProviderError } from '../ask-provider.ts';

type Asked = { readonly protocol: AiProtocol; readonly base_url: string; readonly model: string; readonly key: string };

/** Some gateways list hundreds of models with all they can do. */
const answerBytesMax = 4 * 1024 * 1024;

/**
 * Asks a provider of language models for its list, with the key, and whether the model is one of them; nothing else is sent.
 * https://platform.openai.com/docs/api-reference/models/list, https://docs.anthropic.com/en/api/models-list. Throws a
 * Problem under the field that is wrong.
 */
export async function askForModel(guard: OutboundGuard, the: Asked): Promise<void> {
  const headers = headersOf(the);
  const ask = (path: string, query = {}) =>
    askProvider(guard, { url: below(the.base_url, path, query), headers, answerBytesMax }).catch((error: unknown) => {
      throw error instanceof ProviderError ? problemOf(error) : error;
    });
  // Anthropic's list has pages, of a thousand at most.
  const answer = await ask('models', the.protocol === 'anthropic' ? { limit: '1000' } : {});
  const models = modelsIn(answer);
  if (models.includes(the.model)) return;
  // A model may have further names, which no list has.
  const one = await ask(`models/${encodeURIComponent(the.model)}`).catch((error: unknown) => {
    if (error instanceof Problem && error.key === 'ai_no_models') return undefined;
    throw error;
  });
  if (one?.status !== 200 || typeof one.body.id !== 'string')
    throw new Problem('ai_model_unknown', { field: 'data.model' });
}

const headersOf = ({ protocol, key }: Asked): Record<string, string> =>
  protocol === 'anthropic'
    ? { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
    : { authorization: `Bearer ${key}` };

function modelsIn({ status, body }: Answer): string[] {
  if (status === 401 || status === 403) throw new Problem('ai_key_refused', { field: 'data.key' });
  if (status === 429) throw new Problem('ai_busy', { field: 'data.key' });
  if (status !== 200 || !Array.isArray(body.data)) throw noModels(status);
  return body.data.map((model) => objectIn(model).id).filter((id) => typeof id === 'string');
}

const noModels = (status: number | null) =>
  new Problem('ai_no_models', { field: 'data.base_url', values: { status: status ?? '?' } });

const unreachable: ErrorKey = 'ai_unreachable';
/** What a server is that is no messenger; those that are missing cannot come of a question. */
const keys: Partial<Record<MessengerErrorKey, ErrorKey>> = {
  address_refused: 'outbound_address_refused',
  rate_limited: 'ai_busy',
  provider_down: 'ai_down',
  timed_out: 'ai_timed_out',
  certificate_untrusted: 'ai_certificate_untrusted',
  host_not_found: unreachable,
  dns_failed: unreachable,
  connection_refused: unreachable,
  unreachable,
};

function problemOf({ key, status }: ProviderError): Problem {
  if (status === 401 || status === 403) return new Problem('ai_key_refused', { field: 'data.key' });
  const known = keys[key];
  if (!known) return noModels(status);
  const field = known === 'ai_busy' ? 'data.key' : 'data.base_url';
  return new Problem(known, { field, ...(known === 'ai_down' ? { values: { status: status ?? '?' } } : {}) });
}
