import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '#test/rigs/temporary-folder.ts';
import { letterTo, linkIn } from './account-letters.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';

let at: TestParley;
const { folder, remove } = makeTemporaryFolder('web');
const logo = path.join(folder, 'logo.svg');

/** The page as it is in the repository; the drawn sign-in page in two words. */
function aDesk(): string {
  mkdirSync(path.join(folder, 'assets'));
  cpSync(path.join(import.meta.dirname, '../../../web/index.html'), path.join(folder, 'index.html'));
  const drawn = (words: string) => ({
    title: `${words} · {{brand}}`,
    html: `<svg data-mark></svg><h1>${words}</h1>{{brand}}`,
    style: 'h1{color:red}',
    scripts: ['assets/app.js'],
    sheets: ['assets/door.css'],
  });
  const pages = { en: drawn('Sign in'), ua: drawn('Вхід'), en_back: drawn('Go on'), ua_back: drawn('Далі') };
  writeFileSync(path.join(folder, 'sign-in.json'), JSON.stringify(pages));
  cpSync(path.join(import.meta.dirname, '../../../web/public/desk-worker.js'), path.join(folder, 'desk-worker.js'));
  writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  return folder;
}

beforeAll(async () => {
  at = await aParley({
    webFolder: aDesk(),
    env: {
      PUBLIC_URL: 'https://desk.acme.test',
      BRAND_NAME: 'Acme & Sons',
      BRAND_COLOUR: '#1d4ed8',
      LOCAL_HOSTS: 'localhost,desk.intern.test',
      LOCAL_BRAND_NAME: 'Acme inside',
      LOCAL_BRAND_COLOUR: '#9c36b5',
      LOCAL_BRAND_LOGO: logo,
      LOCAL_BRAND_MAIL_FROM: 'inside@acme.test',
    },
  });
});
afterAll(async () => {
  await at?.close();
  await remove();
});

type Page = { status: number; headers: http.IncomingHttpHeaders; text: string };

/** A browser's word on whom it calls can be anything, which fetch would not let us say. */
const open = (address: string, headers: Record<string, string> = {}): Promise<Page> =>
  new Promise((resolve, reject) => {
    const request = http.get(new URL(address, at.listening), { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on('error', reject);
  });
const titleOf = (page: Page) => /<title>(.*?)<\/title>/.exec(page.text)?.[1];

describe('the brand', () => {
  test('goes by the host, in the title, the picture, the colours and the manifest', async () => {
    for (const [host, name, colour] of [
      ['desk.acme.test', 'Acme &amp; Sons', '#1d4ed8'],
      ['desk.intern.test:8080', 'Acme inside', '#9c36b5'],
      ['LOCALHOST', 'Acme inside', '#9c36b5'],
    ] as const) {
      const page = await open('/v1/register', { host });
      expect([host, titleOf(page)]).toEqual([host, name]);
      const [style = '', mark = '', manifest = ''] = ['style.css', 'mark.svg', 'site.webmanifest'].map(
        (file) => page.text.match(new RegExp(`/v1/brand/\\w+/\\w+/${file}`))?.[0],
      );
      const sheet = await open(style, { host });
      expect(sheet.text).toContain(`--p-accent:${colour};`);
      expect(sheet.headers['cache-control']).toContain('immutable');
      expect((await open(mark)).headers['content-type']).toBe('image/svg+xml');
      expect(JSON.parse((await open(manifest)).text)).toMatchObject({ theme_color: colour, start_url: '/v1/tickets' });
    }
  });

  test('A29 of a host that nobody knows is the first; nothing of the header comes back, and no cache keeps it', async () => {
    for (const host of [
      'evil.test',
      'localhost.evil.test',
      '"><script>evil</script>',
      'desk.intern.test.evil.test:1',
    ]) {
      const claims: Record<string, string>[] = [
        {},
        { 'x-forwarded-host': 'desk.intern.test' },
        { forwarded: 'host=desk.intern.test' },
      ];
      for (const more of claims) {
        const page = await open('/v1/', { host, ...more });
        expect(titleOf(page)).toBe('Sign in · Acme &amp; Sons');
        expect(page.text).not.toMatch(/evil|intern/);
        expect(JSON.stringify(page.headers)).not.toMatch(/evil|intern/);
        expect(page.headers['cache-control']).toMatch(/private/);
      }
    }
    for (const redirect of ['/', '/v1']) {
      const { status, headers } = await open(redirect, { host: 'evil.test' });
      expect([status, headers.location]).toEqual([302, '/v1/']);
    }
  });

  test('A29 cannot be stored under an address of another version', async () => {
    const wrong = await open('/v1/brand/main/000000000000/style.css');
    expect([wrong.status, wrong.headers['cache-control']]).toEqual([200, 'no-store']);
    for (const no of ['/v1/brand/evil/0/style.css', '/v1/brand/main/0/__proto__', '/v1/brand/main/0/..%2f..%2fpasswd'])
      expect([no, (await open(no)).status]).toEqual([no, 404]);
  });

  test('signs the letters: name, sender, subject and colour; links lead to the configured address whatever was called', async () => {
    const register = (host: string, email: string) =>
      at.stranger().request('users/registration', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.test', host },
        body: JSON.stringify({ data: { name: 'Hanna', email_confirmation: email, raw_password: password } }),
      });
    expect((await register('localhost', 'hanna@lindqvist.test')).status).toBe(200);
    const letter = await letterTo(at, 'hanna@lindqvist.test');
    expect(letter).toMatchObject({ brand: 'local', subject: 'Confirm your e-mail address for Acme inside' });
    expect(letter.html).toContain('background:#9c36b5');
    expect(letter.text).toContain('https://desk.acme.test/v1/email-confirmation-success/');
    expect(JSON.stringify(letter)).not.toContain('evil');
  });

  test('is what a page of a refused link says to open', async () => {
    const { api: hal } = await aPerson(at, 'Hal', 'hal@acme.test');
    for (const [language, words] of [
      ['en', 'Open Acme inside: it says why.'],
      ['uk', 'Відкрийте Acme inside: там сказано чому.'],
    ] as const) {
      const headers = { host: 'localhost', 'accept-language': language };
      const page = await hal.request('links/1/open', { method: 'GET', headers });
      expect([page.status, page.text]).toEqual([422, expect.stringContaining(words)]);
    }
  });
});

describe('the sign-in page', () => {
  test('is drawn for strangers, in their language; the app waits for its turn', async () => {
    const ukrainian = await open('/v1/', { 'accept-language': 'uk-UA,uk;q=0.9,en;q=0.5', host: 'localhost' });
    expect(ukrainian.text).toContain('<html lang="uk" data-app="/v1/assets/app.js">');
    expect(ukrainian.text).toMatch(
      /<div id="root"><img src="\/v1\/brand\/local\/\w+\/mark.svg"[^>]*><h1>Вхід<\/h1>Acme inside</,
    );
    expect(ukrainian.text).toContain('<link rel="stylesheet" href="/v1/assets/door.css">');
    expect(ukrainian.text).not.toContain('<script type="module"');
    expect(titleOf(await open('/v1/', { 'accept-language': 'uk', cookie: 'parley-language=en' }))).toMatch(/^Sign in/);
    expect(titleOf(await open('/v1/?back=%2Ftickets', { 'accept-language': 'uk' }))).toMatch(/^Далі/);
  });

  test('is known to be a stranger’s, as registering and being invited are, where nobody is signed in', async () => {
    const kim = await aPerson(at, 'Kim', 'kim@acme.test');
    const isStrange = async (address: string, cookie = '') =>
      /<html[^>]* data-stranger/.test((await open(address, { cookie })).text);
    for (const address of ['/v1/register', '/v1/forgot', '/v1/invite/key']) {
      expect(await isStrange(address), address).toBe(true);
      expect(await isStrange(address, '__Host-parley=ended'), address).toBe(true);
      expect(await isStrange(address, kim.api.cookie), address).toBe(false);
    }
    expect(await isStrange('/v1/tickets'), 'browsers keep it for everybody').toBe(false);
  });

  test('is not drawn for somebody who is signed in, nor on other pages', async () => {
    const olena = await aPerson(at);
    for (const page of [await open('/v1/', { cookie: olena.api.cookie }), await open('/v1/tickets')]) {
      expect(page.text).toContain('<div id="root"></div>');
      expect(page.text).toContain('<script type="module"');
    }
    expect((await open('/v1/', { cookie: '__Host-parley=ended' })).text).toContain('data-app');
  });
});

describe('headers', () => {
  test('A30 no page can be framed, runs a script that is not a file of ours, or tells others its address', async () => {
    const nonces = new Set<string>();
    for (const address of [
      '/v1/',
      '/v1/register',
      '/v1/tickets/7',
      '/v1/no/such/page',
      '/v1/privacy-and-cookie-policy',
    ]) {
      const { headers, text } = await open(address);
      const policy = String(headers['content-security-policy']);
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "connect-src 'self'",
      ])
        expect(policy.split('; '), address).toContain(rule);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(text).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
      // Nothing inline: neither scripts, nor handlers, nor styles of elements.
      expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|javascript:/i);
      expect([...text.matchAll(/(?:src|href)="([^"]*)"/g)].filter(([, url = '']) => !url.startsWith('/'))).toEqual([]);
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=63072000',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
    }
    expect(nonces.size).toBe(5);
  });

  test('A30 nothing that any address answers can be framed, whoever asks', async () => {
    const ira = await aPerson(at, 'Ira Bondar');
    const lines = (at.parley.http?.printRoutes({ commonPrefix: false }) ?? '').split('\n');
    const routes = lines.flatMap((line) => {
      const [, where = '', methods = ''] = /(\/\S*) \(([A-Z, ]+)\)/.exec(line) ?? [];
      return methods.split(', ').map((method) => ({ where, method }));
    });
    expect(routes.length).toBeGreaterThan(200);
    const framedBy = new Map<string, Set<string>>();
    const policies = routes.flatMap(({ where, method }) =>
      where === '' ? [] : ['', ira.api.cookie].map((cookie) => ({ where, method, cookie })),
    );
    const ask = async ({ where, method, cookie }: { where: string; method: string; cookie: string }) => {
      const address = where
        .replace(':key/:version/:name', 'main/0/style.css')
        .replace(/:id\b/g, '1')
        .replace(/:\w+|\*/g, 'x');
      const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
      const { headers } = await fetch(new URL(address, at.listening), {
        ...{ method, redirect: 'manual', headers: { cookie, 'content-type': 'application/json' } },
        ...(!isRead && { body: '[]' }),
      });
      const rule = /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? 'whoever';
      framedBy.set(rule, (framedBy.get(rule) ?? new Set()).add(where));
    };
    while (policies.length > 0) await Promise.all(policies.splice(0, 20).map(ask));
    // A letter's frame needs a letter, and the preview of a quidget a build: each is looked at where it is told of.
    expect([...framedBy].filter(([rule]) => rule !== "'none'").map(([rule, where]) => [rule, ...where])).toEqual([]);
    expect(framedBy.get("'none'")?.size).toBeGreaterThan(200);
  }, 60_000);

  test('a page whose address holds a secret tells nobody where it is', async () => {
    for (const secretive of [
      'restore/a-token',
      'email-confirmation-success/a-key',
      'take-address-back/a-key',
      'callback?code=1',
      'unlock/a-token',
    ])
      expect((await open(`/v1/${secretive}`)).headers['referrer-policy'], secretive).toBe('no-referrer');
  });

  test('A18 the secret of a letter leaves the address for a cookie that the letter’s own calls get', async () => {
    await at.stranger().call('users/registration', {
      name: 'Danylo',
      email_confirmation: 'danylo@lumenoak.test',
      raw_password: password,
    });
    const { pathname } = await linkIn(at, 'danylo@lumenoak.test');
    const secret = pathname.split('/').at(-1) ?? '';
    const { status, headers, text } = await open(pathname);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    const address = headers.location ?? '';
    expect([status, text, headers['cache-control'], headers['referrer-policy']]).toEqual([
      302,
      '',
      'no-store',
      'no-referrer',
    ]);
    expect(address).toMatch(/^\/v1\/email-confirmation-success\/~[\w-]{16}$/);
    expect(address).not.toContain(secret.slice(0, 10));
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/v1/api/email-confirmation', 'Max-Age=3600'])
      expect(cookie.split('; ')).toContain(part);
    expect((await open(address)).status, 'the page itself').toBe(200);

    const key = address.split('/').at(-1) ?? '';
    const check = async (given: string, shown: string) => {
      const browser = at.stranger();
      browser.cookie = shown;
      return (await browser.call('email-confirmation/check', { key: given })).body;
    };
    const kept = cookie.split('; ')[0] ?? '';
    expect((await check(key, kept)).data).toMatchObject({ email: 'danylo@lumenoak.test', is_done: false });
    for (const [given, shown] of [
      [key, ''],
      [key, kept.replace(/=./, '=~')],
      [`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, kept],
    ] as const)
      expect((await check(given, shown)).errors[0]).toMatchObject({ key: 'letter_closed', field: 'data.key' });
  });

  test('every answer that is no page may do nothing at all', async () => {
    for (const address of [
      '/v1/api/users/self',
      '/v1/health/live',
      '/v1/api/openapi.json',
      '/v1/assets/none.js',
      '/%',
    ]) {
      const { headers } = await open(address);
      expect([address, headers['content-security-policy']]).toEqual([
        address,
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      ]);
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('without https nothing is promised about it', async () => {
    const plain = await aParley();
    try {
      const answer = await plain.stranger().get('users/self');
      expect(answer.headers.get('strict-transport-security')).toBeNull();
    } finally {
      await plain.close();
    }
  });
});
