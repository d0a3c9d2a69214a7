import { Agent, request } from 'node:http';
import { personHeader } from '#contract/accounts.ts';
import type { WireError } from '#contract/errors.ts';

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: { success: boolean; data: Record<string, any>; total?: number; total_is_capped?: boolean; errors: WireError[] };
};

/** A browser as the API sees it: it keeps its cookies and says what it wants. */
export class ApiClient {
  readonly url: string;
  /** The session's. Tests put others in its place; that of the device is kept apart. */
  cookie = '';
  device = '';
  /** Of a sign-in through another house that is under way. */
  sso = '';
  /** Whose page it shows, by its own word; empty: it says nothing of that. */
  pageOf = '';

  constructor(url: string) {
    this.url = url;
  }

  /** The payload is wrapped as `data`. */
  call(path: string, data: unknown = {}): Promise<Answer> {
    return this.send(path, JSON.stringify({ data }));
  }

  /** A generic entity call with its own body. */
  post(path: string, body: unknown): Promise<Answer> {
    return this.send(path, JSON.stringify(body));
  }

  get(path: string): Promise<Answer> {
    return this.request(path, { method: 'GET' });
  }

  send(
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Promise<Answer> {
    return this.request(path, { method: 'POST', body, headers });
  }

  async upload(name: string, bytes: Uint8Array<ArrayBuffer>, type = 'application/octet-stream'): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([bytes], { type }), name);
    return this.request('files/upload', { method: 'POST', body: form });
  }

  async request(path: string, init: RequestInit): Promise<Answer> {
    const cookies = [this.cookie, this.device, this.sso].filter(Boolean);
    const headers = {
      ...(init.headers as Record<string, string> | undefined),
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      ...(this.pageOf ? { [personHeader]: this.pageOf } : {}),
    };
    const { status, headers: told, text } = await ask(`${this.url}/v1/api/${path}`, { ...init, headers });
    for (const line of told.getSetCookie()) {
      const [pair = ''] = line.split(';');
      if (pair.includes('-device=')) this.device = pair;
      else if (pair.includes('-sso=')) this.sso = pair.endsWith('=') ? '' : pair;
      else this.cookie = pair.endsWith('=') ? '' : pair;
    }
    const isJson = told.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status,
      headers: told,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : { success: false, data: {}, errors: [] },
    };
  }
}

type Asking = RequestInit & { headers: Record<string, string> };
type Told = Pick<Answer, 'status' | 'headers' | 'text'>;

/** Tests ask some hundred thousand times: Node's own client takes a fifth of the processor time of `fetch`. */
async function ask(url: string, { method = 'GET', body, headers, signal, ...others }: Asking): Promise<Told> {
  if (Object.keys(others).length === 0 && !signal && (body == null || typeof body === 'string'))
    return askPlainly(url, { method, body, headers });
  const response = await fetch(url, {
    ...others,
    ...{ method, headers, redirect: 'manual' },
    ...(body == null ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const agent = new Agent({ keepAlive: true });
/** What `fetch` says of itself. */
const usual = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

const askPlainly = (
  url: string,
  { method, body, headers }: { method: string; body: string | null | undefined; headers: Record<string, string> },
): Promise<Told> =>
  new Promise((resolve, reject) => {
    const length = body == null ? {} : { 'content-length': Buffer.byteLength(body) };
    const asking = request(url, { agent, method, headers: { ...usual, ...headers, ...length } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('error', reject).on('end', () => {
        const told = new Headers();
        for (let i = 0; i < answer.rawHeaders.length; i += 2)
          told.append(answer.rawHeaders[i] ?? '', answer.rawHeaders[i + 1] ?? '');
        // As `fetch` reads it: without the mark of UTF-8 at the beginning.
        resolve({ status: answer.statusCode ?? 0, headers: told, text: text.replace(/^\uFEFF/, '') });
      });
    });
    asking.on('error', (error: NodeJS.ErrnoException) => {
      // The server has ended a connection that had been idle, in the moment in which it was to be used once more.
      const isLate = asking.reusedSocket && error.code === 'ECONNRESET';
      if (isLate) askPlainly(url, { method, body, headers }).then(resolve, reject);
      else reject(error);
    });
    asking.end(body ?? undefined);
  });
