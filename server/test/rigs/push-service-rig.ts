import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { makeCertificates, type RigCertificates } from './rig-certificates.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** What a push service took in for one browser, as that browser reads it. */
export type Pushed = { headers: Record<string, string | undefined>; text: string; subject: string };

/** A browser that subscribed: what it tells the application, and what reached it. */
export type SubscribedBrowser = {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  received: Pushed[];
  /** How often somebody knocked, taken in or not. */
  asked: number;
  /** What the service answers from now on, instead of 201. */
  answers: { status: number; headers?: Record<string, string> } | undefined;
};

export type PushService = {
  /** PEM of the authority to trust. */
  ca: string;
  url: string;
  /** What a browser's `pushManager.subscribe` would answer with. `key`: by whom it lets itself be reached. */
  subscribes(key: string): SubscribedBrowser;
  stop(): Promise<void>;
};

/**
 * A push service by the documents, over TLS on localhost: RFC 8030 for the request, RFC 8292 for who sends (the JWT is
 * checked), RFC 8291 and 8188 for what only the browser can read (it is decrypted with the browser's keys). Without
 * certificates that are trusted already, it has some of its own.
 */
export async function startPushService(certificates?: RigCertificates): Promise<PushService> {
  const { folder, remove } = makeTemporaryFolder('push');
  const { certificateFile, keyFile, ca } = certificates ?? makeCertificates(folder);
  const browsers = new Map<string, Browser>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const browser = browsers.get(request.url ?? '');
    if (!browser || request.method !== 'POST') return response.writeHead(404).end();
    browser.asked++;
    if (browser.answers) return response.writeHead(browser.answers.status, browser.answers.headers).end();
    const headers = request.headers as Record<string, string | undefined>; // none of these is sent twice
    const origin = `https://${request.headers.host}`;
    if (!/^\d+$/.test(headers.ttl ?? '')) throw new Error('no TTL (RFC 8030, section 5.2)');
    const subject = await whoSends(headers.authorization ?? '', browser.key, origin);
    browser.received.push({ headers, subject, text: decrypted(Buffer.concat(chunks), browser) });
    return response.writeHead(201, { location: `${origin}/m/${crypto.randomUUID()}` }).end();
  };
  const secured = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) };
  const server = https.createServer(secured, (request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    ca,
    url,
    subscribes(key) {
      const pair = crypto.createECDH('prime256v1');
      pair.generateKeys();
      const auth = crypto.randomBytes(16);
      const path = `/send/${crypto.randomBytes(32).toString('base64url')}`;
      const browser: Browser = {
        ...{ key, pair, secret: auth, received: [], asked: 0, answers: undefined, endpoint: url + path },
        keys: { p256dh: pair.getPublicKey('base64url', 'uncompressed'), auth: auth.toString('base64url') },
      };
      browsers.set(path, browser);
      return browser;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await remove();
    },
  };
}

type Browser = SubscribedBrowser & { key: string; pair: crypto.ECDH; secret: Buffer };

/** RFC 8292: `vapid t=<JWT by ES256>, k=<public key>`, for this very service, of who the browser allowed. */
async function whoSends(authorization: string, allowed: string, origin: string): Promise<string> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== allowed) throw new Error('this browser let somebody else send');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
    audience: origin,
    algorithms: ['ES256'],
  });
  if (!payload.exp || payload.exp > Date.now() / 1000 + 24 * 3600) throw new Error('exp is missing or too far off');
  if (!payload.sub || !/^(mailto:|https:)/.test(payload.sub)) throw new Error('sub tells nobody to turn to');
  return payload.sub;
}

/** RFC 8188: salt (16), record size (4), length of the key id (1), the sender's key, one record. RFC 8291: the keys. */
function decrypted(body: Buffer, { pair, secret }: Browser): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (body.length > 4096) throw new Error('longer than push services must take (RFC 8030, section 7.2)');
  const shared = pair.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
  const ikm = Buffer.from(crypto.hkdfSync('sha256', shared, secret, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(crypto.hkdfSync('sha256', ikm, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = crypto.createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('this is not the last record');
  return padded.subarray(0, end).toString('utf8');
}
