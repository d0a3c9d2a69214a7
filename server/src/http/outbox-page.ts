import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '#platform/secrets.ts';
import { escapeHtml } from '#platform/system-letter.ts';
import { languageOf } from './language-of.ts';

type Letter = { subject: string; to: string; text: string };
export type ReadLetter = (raw: Buffer) => Promise<Letter | undefined>;

const outboxPath = '/v1/outbox';
const cookie = 'parley-outbox';
const shownMax = 50;

const wordsIn = {
  en: {
    lang: 'en',
    title: 'Outbox',
    lead: 'No mail server is configured (SMTP_URL), so the letters of this installation stay here. The newest is on top.',
    source: 'Source',
    none: 'No letters yet.',
  },
  ua: {
    lang: 'uk',
    title: 'Вихідні',
    lead: 'Поштовий сервер не налаштовано (SMTP_URL), тож листи цієї інсталяції лишаються тут. Найновіший — зверху.',
    source: 'Оригінал',
    none: 'Листів іще немає.',
  },
} as const;
type Words = (typeof wordsIn)[keyof typeof wordsIn];

/**
 * Whether there is an outbox to look at: there is no mail server, and Parley neither is called by a name of the internet nor
 * expects a proxy: there its letters (new passwords among them) are for nobody to read.
 */
export const hasOutboxPage = (config: {
  SMTP_URL?: string | undefined;
  PUBLIC_URL?: string | undefined;
  TRUSTED_PROXIES: readonly string[];
}): boolean =>
  !config.SMTP_URL &&
  config.TRUSTED_PROXIES.length === 0 &&
  (config.PUBLIC_URL === undefined || nameOfThisMachine.test(new URL(config.PUBLIC_URL).host));

const nameOfThisMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** What whoever starts Parley is told: the only way in. */
export const outboxLink = (key: string): string => `${outboxPath}?key=${key}`;

/** Where this browser may read the letters, or else whether to tell whoever sits here that the start printed a link to them. */
export function findOutboxFor(request: FastifyRequest, key: string): { path: string | null; is_printed: boolean } {
  if (!isAskedHere(request)) return { path: null, is_printed: false };
  return isSameSecret(request.cookies[cookie], key)
    ? { path: outboxPath, is_printed: false }
    : { path: null, is_printed: true };
}

/** The printed link leads to localhost. By any other name this machine has no outbox, whatever key is shown. */
const isAskedHere = (request: FastifyRequest): boolean => nameOfThisMachine.test(request.headers.host ?? '');

type Needs = {
  folder: string;
  key: string;
  isSecure: boolean;
  read: ReadLetter;
  /** What an address that nobody knows is answered with. */
  answerAsUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

/**
 * The letters Parley would have sent, for whoever started it: they have the link that was printed. The browser that follows
 * it gets a cookie in its place, so the key is in no address bar, history or referrer. For everybody else, and by any name but
 * localhost, there is no outbox.
 */
export function mountOutbox(app: FastifyInstance, { folder, key, isSecure, read, answerAsUnknown }: Needs): void {
  const isOpenTo = (request: FastifyRequest) => isAskedHere(request) && isSameSecret(request.cookies[cookie], key);

  app.get<{ Querystring: { key?: unknown } }>(outboxPath, async (request, reply) => {
    const shown = request.query.key;
    if (typeof shown === 'string' && isAskedHere(request) && isSameSecret(shown, key))
      return reply
        .setCookie(cookie, key, { path: '/v1', httpOnly: true, sameSite: 'strict', secure: isSecure })
        .header('referrer-policy', 'no-referrer')
        .redirect(outboxPath, 303);
    if (!isOpenTo(request)) return answerAsUnknown(request, reply);
    const names = (await fs.readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
      .slice(0, shownMax);
    const letters = await Promise.all(
      names.map(async (name) => ({ name, letter: await read(await fs.readFile(path.join(folder, name))) })),
    );
    const words = wordsIn[languageOf(request)];
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .header('referrer-policy', 'no-referrer')
      .send(
        page(
          words,
          letters.map(({ name, letter }) => letterHtml(words, name, letter)),
        ),
      );
  });

  app.get<{ Params: { name: string } }>(`${outboxPath}/:name`, async (request, reply) => {
    const { name } = request.params;
    const isLetter = isOpenTo(request) && /^[\w@.-]{1,200}\.eml$/.test(name);
    const raw = isLetter && (await fs.readFile(path.join(folder, name)).catch(() => undefined));
    if (!raw) return answerAsUnknown(request, reply);
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .send(raw);
  });
}

/** What a letter leads to comes before its source, for whoever goes by Tab. */
function letterHtml(words: Words, name: string, letter: Letter | undefined): string {
  if (!letter) return '';
  const text = escapeHtml(letter.text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
  return `<article><h2>${escapeHtml(letter.subject)}</h2><p class="to">${escapeHtml(letter.to)}</p><pre>${text}</pre><p class="source"><a href="/v1/outbox/${encodeURIComponent(name)}">${words.source}</a></p></article>`;
}

const page = (
  { lang, title, lead, none }: Words,
  letters: readonly string[],
): string => `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><style>
body { margin: 0; padding: 32px 16px; background: #f5f3f0; color: #1f1d1a; font: 15px/23px system-ui, sans-serif }
main { max-width: 640px; margin: 0 auto } article { padding: 20px 24px; margin: 0 0 12px; background: #fff; border-radius: 10px; box-shadow: 0 0 0 1px #e8e5e0 }
h1 { font-size: 24px } h2 { margin: 0; font-size: 16px } .to { margin: 0 0 12px; color: #68635a; font-size: 13px } pre { margin: 0; white-space: pre-wrap; font: inherit; overflow-wrap: anywhere } a { color: #0b6b60 }
.source { margin: 12px 0 0; font-size: 13px }
@media (prefers-color-scheme: dark) { body { background: #171a19; color: #e8ebe9 } article { background: #202524; box-shadow: 0 0 0 1px #313836 } .to { color: #a3aaa7 } a { color: #63c6b4 } }
</style></head><body><main><h1>${title}</h1><p class="to">${lead}</p>${letters.join('') || `<p>${none}</p>`}</main></body></html>`;
