import crypto from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A bot, an account or a number, as its messenger knows it. */
export type FakeBot = {
  messenger: 'telegram' | 'viber' | 'whatsapp';
  token: string;
  /** Telegram: the number before the colon. WhatsApp: the phone number ID. */
  id: string;
  name: string;
  address: string;
  webhook?: string;
  appSecret?: string;
  picture?: Buffer;
};

export type Asked = { readonly method: string; readonly path: string; readonly headers: http.IncomingHttpHeaders };
type Said = { status: number; body: unknown };

export type FakeMessengers = {
  url: string;
  env: Record<'TELEGRAM_API_URL' | 'VIBER_API_URL' | 'WHATSAPP_API_URL', string>;
  bots: FakeBot[];
  asked: Asked[];
  /** Answers everything so from now on; null: as documented. 'silent' never answers. */
  trouble: Said | 'silent' | 'no json' | null;
  /** Files are not found, however often they are named. */
  losesFiles?: boolean;
  stop(): Promise<void>;
};

/** Telegram, Viber and WhatsApp under one roof, as their documents describe the questions that Parley asks. */
export async function startFakeMessengers(): Promise<FakeMessengers> {
  const fake: Omit<FakeMessengers, 'url' | 'env' | 'stop'> = { bots: [], asked: [], trouble: null };
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://messengers.test');
    fake.asked.push({ method: request.method ?? '', path: url.pathname, headers: request.headers });
    if (fake.trouble === 'silent') return;
    const picture = pictureAt(fake.bots, url.pathname);
    if (picture) {
      if (fake.losesFiles) response.writeHead(500).end();
      else response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
      return;
    }
    if (fake.trouble === 'no json') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>It works!</p>');
      return;
    }
    const said = fake.trouble ?? answer(fake.bots, request, url, here());
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const here = () => `http://127.0.0.1:${port}`;
  const url = here();
  return Object.assign(fake, {
    url,
    env: { TELEGRAM_API_URL: url, VIBER_API_URL: url, WHATSAPP_API_URL: url },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

function answer(bots: readonly FakeBot[], request: http.IncomingMessage, url: URL, here: string): Said {
  const telegram = /^\/bot([^/]+)\/(\w+)$/.exec(url.pathname);
  if (telegram) return byTelegram(bots, telegram[1] ?? '', telegram[2] ?? '');
  if (url.pathname === '/pa/get_account_info') return byViber(bots, request, here);
  const whatsapp = /^\/v\d+\.\d\/(\d+)(\/whatsapp_business_profile)?$/.exec(url.pathname);
  if (whatsapp) return byWhatsapp(bots, request, url, here, whatsapp[1] ?? '', whatsapp[2] !== undefined);
  return { status: 404, body: {} };
}

const graphError = (status: number, code: number, message: string): Said => ({
  status,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'AbC' } },
});

function byTelegram(bots: readonly FakeBot[], token: string, method: string): Said {
  const bot = bots.find((one) => one.messenger === 'telegram' && one.token === token);
  if (!bot) return { status: 401, body: { ok: false, error_code: 401, description: `Unauthorized ${token}` } };
  const results: Record<string, unknown> = {
    getMe: { id: Number(bot.id), is_bot: true, first_name: bot.name, username: bot.address.slice(1) },
    getWebhookInfo: { url: bot.webhook ?? '', has_custom_certificate: false, pending_update_count: 0 },
    getUserProfilePhotos: bot.picture
      ? { total_count: 1, photos: [[{ file_id: 'F1', file_unique_id: `U${bot.id}`, width: 160, height: 160 }]] }
      : { total_count: 0, photos: [] },
    getFile: { file_id: 'F1', file_unique_id: `U${bot.id}`, file_path: `photos/${bot.id}.png` },
  };
  const result = results[method];
  return result
    ? { status: 200, body: { ok: true, result } }
    : { status: 404, body: { ok: false, error_code: 404, description: 'Not Found' } };
}

function byViber(bots: readonly FakeBot[], request: http.IncomingMessage, here: string): Said {
  const token = request.headers['x-viber-auth-token'];
  const bot = bots.find((one) => one.messenger === 'viber' && one.token === token);
  if (request.method !== 'POST') return { status: 405, body: {} };
  if (!bot) return { status: 200, body: { status: 2, status_message: 'invalidAuthToken' } };
  const icon = bot.picture ? `${here}/pictures/${bot.id}.png` : '';
  const { name, address: uri, webhook = '' } = bot;
  return {
    status: 200,
    body: { status: 0, status_message: 'ok', id: `pa:${bot.id}`, name, uri, icon, webhook, subscribers_count: 35 },
  };
}

function byWhatsapp(
  bots: readonly FakeBot[],
  request: http.IncomingMessage,
  url: URL,
  here: string,
  number: string,
  asksProfile: boolean,
): Said {
  const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
  const known = bots.filter((one) => one.messenger === 'whatsapp' && one.token === token);
  if (known.length === 0) return graphError(401, 190, 'Invalid OAuth access token - Cannot parse access token');
  const secret = known[0]?.appSecret ?? '';
  const proof = crypto.createHmac('sha256', secret).update(token).digest('hex');
  if (url.searchParams.get('appsecret_proof') !== proof)
    return graphError(400, 100, 'Invalid appsecret_proof provided in the API argument');
  const bot = known.find((one) => one.id === number);
  if (!bot) return graphError(400, 100, `Unsupported get request. Object with ID '${number}' does not exist`);
  if (asksProfile)
    return {
      status: 200,
      body: { data: [{ ...(bot.picture ? { profile_picture_url: `${here}/pictures/${bot.id}.png` } : {}) }] },
    };
  return { status: 200, body: { id: bot.id, display_phone_number: bot.address, verified_name: bot.name } };
}

function pictureAt(bots: readonly FakeBot[], path: string): Buffer | undefined {
  const found = /^\/(?:file\/bot[^/]+\/photos|pictures)\/(\w+)\.png$/.exec(path);
  return bots.find((one) => one.id === found?.[1])?.picture;
}
