import fs from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { Answer } from './api-client.ts';
import { aParley, metricsKey, outboxKey, type TestParley } from './parley-in-process.ts';
import { aPixel, aShop, type Shop } from './two-companies.ts';

let at: TestParley;
let shop: Shop;
beforeAll(async () => {
  at = await aParley();
  shop = await aShop(at, 'lumenoak', 'LO');
});
afterAll(() => at?.close());

const vectors = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.test/x.js></sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)>',
  '<img src="http://evil.test/pixel.gif">',
  '<img srcset="http://evil.test/a 1x">',
  '<svg onload=alert(1)><animate onbegin=alert(1)></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.test" ping="https://evil.test" onclick=alert(1)>x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x.swf"></object><embed src="x">',
  '<form action="https://evil.test"><input name=a><button formaction="javascript:alert(1)">x</button></form>',
  '<base href="https://evil.test/"><a href="x">x</a>',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<link rel=stylesheet href="https://evil.test/x.css">',
  '<style>@import "https://evil.test/x.css"; body{background:url(https://evil.test)}</style>',
  '<p style="background:url(javascript:alert(1));position:fixed;inset:0">x</p>',
  '<p style="width:expression(alert(1))">x</p>',
  '<div onpointerenter=alert(1) style="position:fixed;inset:0;z-index:9">x</div>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video><audio src onerror=alert(1)>',
  '<body onload=alert(1)><frameset onload=alert(1)>',
  '<input autofocus onfocus=alert(1)><marquee onstart=alert(1)>',
  '<xmp><p title="</xmp><svg/onload=alert(1)>">',
  '<![CDATA[<script>alert(1)</script>]]><!--><img src=x onerror=alert(1)>-->',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '<p title="<!--">x<p title="--><img src=x onerror=alert(1)>">',
  '<table><tr><td><script>alert(1)</script></table>',
  '<select><template><img src=x onerror=alert(1)></template></select>',
];
/** Nothing that runs, loads, posts or covers, read as a browser would read it: tags and attributes only. */
function expectHarmless(html: string, vector: string): void {
  const tags = html.match(/<[^>]*>?/g) ?? [];
  for (const tag of tags) {
    expect(tag, vector).toMatch(
      /^<\/?(?:p|br|strong|b|em|i|u|s|a|ul|ol|li|blockquote|code|pre|h[1-3]|hr|img)(?:\s[^<>]*)?\/?>$/,
    );
    const attributes = [...tag.matchAll(/\s([a-z-]+)="([^"]*)"/gi)];
    for (const [, name = '', value = ''] of attributes) {
      expect(['href', 'src', 'alt', 'width', 'height', 'start', 'target', 'rel'], `${vector}: ${name}`).toContain(name);
      if (name === 'href') expect(value, vector).toMatch(/^(?:https?:|mailto:|tel:)/);
      if (name === 'src') expect(value, vector).toMatch(/^cid:/);
    }
    expect(tag.replace(/\s[a-z-]+="[^"]*"/gi, ''), vector).not.toMatch(/=/);
  }
}

describe('A23 what an agent’s browser sends', () => {
  test.each(['tickets/reply', 'tickets/note'])('%s keeps no word that runs, loads or covers', async (path) => {
    for (const vector of vectors) {
      const sent = await shop.owner.call(path, {
        ticket_id: shop.ticketId,
        client_id: crypto.randomUUID(),
        body_html: `<p>before</p>${vector}<p>after</p>`,
        ...(path === 'tickets/reply' ? { to: [{ address: 'hanna@lindqvist.test' }] } : {}),
      });
      expect(sent.status, `${vector}: ${sent.text}`).toBe(200);
      const filter = { conditions: [['id', '=', sent.body.data.message_id]] };
      const [message] = (await shop.owner.post('messages/get', { filter })).body.data.messages;
      expect(message.body_html).toContain('before');
      expectHarmless(message.body_html, vector);
    }
  });

  test('nothing but markup is an empty message', async () => {
    for (const body_html of [
      '',
      ' ',
      '<p></p>',
      '<p> </p><br>',
      '<script>alert(1)</script>',
      '<img src="http://evil.test/x.gif">',
      '&nbsp;',
    ]) {
      const answer = await shop.owner.call('tickets/note', {
        ticket_id: shop.ticketId,
        client_id: crypto.randomUUID(),
        body_html,
      });
      expect([body_html, answer.body.errors?.[0]?.key]).toEqual([body_html, 'message_empty']);
    }
  });

  test('a hundred thousand tags within each other are read in time', async () => {
    for (const body_html of [
      '<div>'.repeat(100_000),
      '<b><i>'.repeat(100_000),
      '<'.repeat(900_000),
      '<a '.repeat(200_000),
      `<p ${'a=1 '.repeat(200_000)}>x</p>`,
      '&amp'.repeat(200_000),
      '<!--'.repeat(200_000),
      '<table>'.repeat(20_000),
    ]) {
      const started = performance.now();
      const answer = await shop.owner.call('tickets/note', {
        ticket_id: shop.ticketId,
        client_id: crypto.randomUUID(),
        body_html: `${body_html}x`,
      });
      expect(answer.status, `${body_html.slice(0, 20)}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
      expect(performance.now() - started, body_html.slice(0, 20)).toBeLessThan(10_000);
    }
  });
});

describe('A24 a letter’s frame', () => {
  const frame = (id: number, query = '') => shop.owner.get(`messages/${id}/frame${query}`);
  const policyOf = (answer: Answer): Map<string, string> =>
    new Map(
      (answer.headers.get('content-security-policy') ?? '').split('; ').map((one) => {
        const [name = '', ...rest] = one.split(' ');
        return [name, rest.join(' ')];
      }),
    );

  test('may run our one script and nothing else, whatever stands in the letter', async () => {
    // As if no sanitiser had ever looked at it.
    const { messageId } = await aTicket(at, shop, { html: vectors.join('\n') });
    const answer = await frame(messageId);
    const nonce = /<script nonce="([^"]+)">/.exec(answer.text)?.[1] ?? '';
    expect(Buffer.from(nonce, 'base64').byteLength).toBe(16);
    const policy = policyOf(answer);
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'img-src': `'self' ${at.listening} data:`,
      'style-src': "'unsafe-inline'",
      'script-src': `'nonce-${nonce}'`,
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self'",
      sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const again = await frame(messageId);
    expect(again.text).not.toContain(nonce);
  });

  test('loads pictures from elsewhere only when somebody allowed it', async () => {
    const { messageId } = await aTicket(at, shop, { html: '<p>x</p><img src="https://pictures.test/a.png">' });
    expect(policyOf(await frame(messageId)).get('img-src')).not.toMatch(/https?:(?:\s|$)/);
    expect(policyOf(await frame(messageId, '?images=0')).get('img-src')).not.toMatch(/https?:(?:\s|$)/);
    expect(policyOf(await frame(messageId, '?images=1')).get('img-src')).toMatch(/https: http:/);
  });

  test('shows the letter’s own pictures by links of their own, and no link out of any text', async () => {
    const cid = 'pix"el&<x>@lindqvist.test';
    const { messageId, attachmentIds } = await aTicket(at, shop, {
      html: `<img src="cid:pix&quot;el&amp;&lt;x&gt;@lindqvist.test"><img src="cid:missing"><img src="cid:&quot; onerror=&quot;alert(1)"><p>src="cid:${'x'.repeat(50)}"</p>`,
      attachments: [{ name: 'pixel.png', type: 'image/png', bytes: aPixel, contentId: cid }],
    });
    const { text: page } = await frame(messageId);
    const link = /<img src="\/v1\/api\/(files\/[^"]+)">/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(link).toContain(`files/${attachmentIds[0]}?inline=1&token=`);
    const shown = await at.stranger().get(link);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(page.match(/data-missing="1"/g)?.length).toBeGreaterThanOrEqual(2);
    expect(page).not.toMatch(/<[^>]*\sonerror=/);
  });

  test('takes no other wish than it knows', async () => {
    for (const query of [
      'theme=x',
      'images=2',
      'quoted=yes',
      'x=1',
      'theme=dark&theme=light',
      'images[]=1',
      'theme=%22%3E%3Cscript%3E',
    ]) {
      const answer = await frame(shop.messageId, `?${query}`);
      expect(answer.status, query).toBe(422);
      expect(answer.body.errors[0]?.field).toBe(query.split('=')[0]);
    }
    for (const query of ['theme=light', 'theme=dark', 'images=1', 'quoted=1', 'theme=dark&images=1&quoted=1']) {
      expect((await frame(shop.messageId, `?${query}`)).status).toBe(200);
    }
  });

  test('puts no word of the request into its policy', async () => {
    for (const host of ['evil.test; script-src *', 'evil.test script-src *', "x'unsafe-inline'", '*', 'evil.test,x']) {
      const { headers } = await rawGet(`/v1/api/messages/${shop.messageId}/frame`, { host, cookie: shop.owner.cookie });
      expect(String(headers['content-security-policy'] ?? ''), host).not.toMatch(
        /script-src \*|script-src [^;]*unsafe|img-src[^;]*\*|img-src[^;]*,/,
      );
    }
  });

  test('a further letter and its history are shown apart', async () => {
    const { messageId } = await aLetterOn(at, shop, shop.ticketId, { html: '<p>the answer</p>' });
    expect((await frame(messageId)).text).toContain('the answer');
  });
});

describe('A23 names and subjects', () => {
  test('travel as they are in JSON: markup in them is text to whoever shows it', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'&</script>';
    await aTicket(at, shop, { subject: evil, from: evil, text: evil, html: null });
    const answer = await shop.owner.post('tickets/get', { sort: [['added', 'desc']], range: [0, 1] });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body.data.tickets[0].title).toBe(evil);
    const echoed = await shop.owner.post('tickets/get', { fields: [evil] });
    expect(echoed.status).toBe(422);
    expect(echoed.text).not.toContain('onerror');
    const named = await shop.owner.call('users/self', { [evil]: 1 });
    expect(named.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('A23 the outbox page', () => {
  let alone: TestParley;
  beforeAll(async () => {
    alone = await aParley();
  });
  afterAll(() => alone?.close());
  const withCookie = { cookie: `parley-outbox=${outboxKey}` };
  const rawGetHere = (path: string, headers?: Record<string, string>) =>
    rawGet(path, { ...withCookie, ...headers }, alone.listening);
  const outbox = () => `${alone.folder}/outbox`;
  const write = async (name: string, subject: string, body: string) => {
    await fs.mkdir(outbox(), { recursive: true });
    await fs.writeFile(
      `${outbox()}/${name}`,
      `From: a@b.test\r\nTo: ${subject} <x@y.test>\r\nSubject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`,
    );
  };

  test('shows letters as text, runs nothing, and links no script', async () => {
    await write(
      '2026-01-01-a@b.test.eml',
      '<script>alert(1)</script>',
      `<img src=x onerror=alert(1)> https://parley.test/x"onmouseover="alert(1) javascript:alert(1) http://a<b>`,
    );
    const { status, headers, body } = await rawGetHere('/v1/outbox');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    expect(body).toContain('&lt;script&gt;alert(1)');
    expect(body).not.toMatch(/<script|<img|<[^>]*\son[a-z]+=|href="(?!https?:|\/v1\/outbox\/)/);
    expect(body, 'in the language of the browser').toContain('<h1>Outbox</h1>');
    expect((await rawGetHere('/v1/outbox', { 'accept-language': 'uk-UA,uk;q=0.9' })).body).toContain(
      '<h1>Вихідні</h1>',
    );
  });

  test('hands out sources as plain text, and no other file', async () => {
    const source = await rawGetHere('/v1/outbox/2026-01-01-a@b.test.eml');
    expect(source.status).toBe(200);
    expect(source.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(source.headers['x-content-type-options']).toBe('nosniff');
    await fs.writeFile(`${alone.folder}/secret.eml`, 'secret');
    for (const name of [
      '..%2fsecret.eml',
      '%2e%2e%2fsecret.eml',
      '../secret.eml',
      '..%5csecret.eml',
      '%2fetc%2fpasswd',
      '.eml',
      '..eml',
      'x.eml',
      'a.eml%00.eml',
      `${'a'.repeat(300)}.eml`,
    ]) {
      const answer = await rawGetHere(`/v1/outbox/${name}`);
      expect([400, 404], `${name}: ${answer.status} ${answer.body}`).toContain(answer.status);
      expect(answer.body).not.toContain('secret');
    }
  });

  test('the link that the start printed opens it, and leaves the address at once', async () => {
    const link = await rawGet(`/v1/outbox?key=${outboxKey}`, {}, alone.listening);
    expect([link.status, link.headers.location]).toEqual([303, '/v1/outbox']);
    expect(link.headers['set-cookie']).toEqual([`parley-outbox=${outboxKey}; Path=/v1; HttpOnly; SameSite=Strict`]);
    expect(link.headers['referrer-policy']).toBe('no-referrer');
    expect(link.headers['cache-control']).toBe('no-store');
    expect(link.body).not.toContain('x@y.test');
    const page = await rawGetHere('/v1/outbox');
    expect([page.status, page.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    expect([page.headers['cache-control'], page.body.includes(outboxKey)]).toEqual(['no-store', false]);
    const behindTls = await aParley({ env: { PUBLIC_URL: 'https://localhost' } });
    try {
      const secure = await rawGet(`/v1/outbox?key=${outboxKey}`, {}, behindTls.listening);
      expect(secure.headers['set-cookie']?.[0]).toMatch(/; Secure/);
    } finally {
      await behindTls.close();
    }
  });

  // A proxy on this machine that says nothing of for whom it asks, and calls it localhost, is nothing but one more of them.
  test('is not there for anybody else, whatever they call this machine and whatever they show', async () => {
    const ofNobody = await rawGet('/v1/outboxes', {}, alone.listening);
    const other = outboxKey.replace('t', 'T');
    const strangers: [string, Record<string, string>][] = [
      ...['', `?key=`, `?key=${other}`, `?key=${outboxKey.slice(1)}`, `?key=${outboxKey}&key=${outboxKey}`].map(
        (query): [string, Record<string, string>] => [`/v1/outbox${query}`, {}],
      ),
      ...['', 'true', other, `${outboxKey}x`].map((cookie): [string, Record<string, string>] => [
        '/v1/outbox',
        { cookie: `parley-outbox=${cookie}` },
      ]),
      ['/v1/outbox', { authorization: `Bearer ${outboxKey}` }],
      ['/v1/outbox', { cookie: `parley=${outboxKey}` }],
      ['/v1/outbox/2026-01-01-a@b.test.eml', {}],
      [`/v1/outbox/2026-01-01-a@b.test.eml?key=${outboxKey}`, {}],
    ];
    for (const [path, headers] of strangers) {
      const answer = await rawGet(path, { host: 'localhost:3000', ...headers }, alone.listening);
      expect([path, headers, answer.status]).toEqual([path, headers, ofNobody.status]);
      expect(answer.body.replace(/"request_id":"[^"]*"/, '')).toBe(ofNobody.body.replace(/"request_id":"[^"]*"/, ''));
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test.each(['desk.lumenoak.test', 'localhost.evil.test', '192.168.1.20:3000', 'localhost@evil.test'])(
    'answers on localhost only: by the name %s the key opens nothing',
    async (host) => {
      for (const [path, headers] of [
        [`/v1/outbox?key=${outboxKey}`, {}],
        ['/v1/outbox', withCookie],
        ['/v1/outbox/2026-01-01-a@b.test.eml', withCookie],
      ] as const) {
        const answer = await rawGet(path, { ...headers, host }, alone.listening);
        expect([path, answer.status, answer.headers['set-cookie']]).toEqual([path, 404, undefined]);
      }
      const found = await rawGet('/v1/api/outbox/find', { ...withCookie, host }, alone.listening, '{}');
      expect(JSON.parse(found.body).data).toEqual({ path: null, is_printed: false });
    },
  );

  test.each([
    ['sends letters by a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }],
    ['is called by a name of the internet', { PUBLIC_URL: 'https://support.lumenoak.test' }],
    ['expects a proxy', { TRUSTED_PROXIES: '10.0.0.1' }],
  ])('is not there with its key either where Parley %s', async (_where, env) => {
    const elsewhere = await aParley({ env });
    try {
      for (const path of ['/v1/outbox', `/v1/outbox?key=${outboxKey}`])
        expect([path, (await rawGet(path, withCookie, elsewhere.listening)).status]).toEqual([path, 404]);
      const found = await rawGet('/v1/api/outbox/find', withCookie, elsewhere.listening, '{}');
      expect(JSON.parse(found.body).data).toEqual({ path: null, is_printed: false });
    } finally {
      await elsewhere.close();
    }
  });

  test('a browser that followed the link is led to it; who sits at this machine is told of the link; nobody else', async () => {
    const find = async (headers: Record<string, string>) =>
      JSON.parse((await rawGet('/v1/api/outbox/find', headers, alone.listening, '{}')).body).data;
    expect(await find(withCookie)).toEqual({ path: '/v1/outbox', is_printed: false });
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]'])
      expect(await find({ host })).toEqual({ path: null, is_printed: true });
    for (const host of ['desk.lumenoak.test', 'localhost.evil.test', '127.0.0.1.evil.test', '10.0.0.1'])
      expect([host, await find({ host })]).toEqual([host, { path: null, is_printed: false }]);
  });
});

test('metrics answer to their key, and to nothing else', async () => {
  const metrics = (headers: Record<string, string>) => rawGet('/v1/metrics', { host: 'localhost:3000', ...headers });
  const told = await metrics({ authorization: `Bearer ${metricsKey}` });
  expect(told.status).toBe(200);
  expect(told.body).toContain('parley_http_request_seconds');
  for (const state of ['queued', 'failed'])
    expect(told.body).toMatch(new RegExp(`^parley_system_mails{state="${state}"} \\d+$`, 'm'));
  const wrong: Record<string, string>[] = [
    {},
    { authorization: 'Bearer ' },
    { authorization: metricsKey },
    { authorization: `Bearer ${outboxKey}` },
    { authorization: `Bearer ${metricsKey}x` },
    { cookie: `parley-outbox=${outboxKey}` },
  ];
  for (const headers of wrong) expect([headers, (await metrics(headers)).status]).toEqual([headers, 404]);
});

type Raw = { status: number; headers: IncomingHttpHeaders; body: string };

/** A request with whatever headers: fetch would set its own Host. With a body it is a call. */
function rawGet(path: string, headers: Record<string, string> = {}, base = at.listening, body?: string): Promise<Raw> {
  const { hostname, port } = new URL(base);
  const asked =
    body === undefined ? { headers } : { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, path, ...asked }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      );
    });
    asking.on('error', reject);
    asking.end(body);
  });
}
