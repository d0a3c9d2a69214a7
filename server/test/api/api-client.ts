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
    const response = await fetch(`${this.url}/v1/api/${path}`, {
      ...init,
      redirect: 'manual',
      headers: {
        ...(init.headers as Record<string, string> | undefined),
        ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      if (pair.includes('-device=')) this.device = pair;
      else if (pair.includes('-sso=')) this.sso = pair.endsWith('=') ? '' : pair;
      else this.cookie = pair.endsWith('=') ? '' : pair;
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : { success: false, data: {}, errors: [] },
    };
  }
}
