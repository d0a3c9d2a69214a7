import fs from 'node:fs';
import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ParleyServer, startParleyServer } from '#test/rigs/parley-server.ts';
import { ApiClient } from './api-client.ts';
import { aMailbox } from './people.ts';

let server: ParleyServer;
beforeAll(async () => {
  server = await startParleyServer({ env: { LOG_LEVEL: 'trace' } });
});
afterAll(() => server?.discard());

const keptKey = (to: string) => fs.readFileSync(`${server.dataDir}/${to}-key`, 'utf8').trim();
const canary = (name: string) => `Canary-${name}-7-${'xyz'.repeat(4)}`;
const secrets = {
  password: canary('password'),
  wrong: canary('wrong'),
  imap: canary('imap'),
  bearer: canary('bearer'),
  query: canary('query'),
  malformed: canary('malformed'),
  cookie: canary('cookie'),
};

test('A53 no secret of registration, sign-in and settings is in the log, the metrics or an answer; no line is forged', async () => {
  const api = new ApiClient(server.url);
  const answers: string[] = [];
  const said = <A extends { text: string }>(answer: A): A => {
    answers.push(answer.text);
    return answer;
  };
  said(
    await api.call('users/registration', {
      name: 'Hanna',
      email_confirmation: 'hanna@lindqvist.test',
      raw_password: secrets.password,
    }),
  );
  const letter = await server.waitForSystemMail((raw) => raw.includes('hanna@lindqvist.test'));
  const key = keyOf(letter, 'email-confirmation-success');
  expect(key.length).toBeGreaterThan(20);
  said(await api.call('email-confirmation/confirm', { key }));
  const first = api.cookie.split('=')[1] ?? '';

  for (const password of [secrets.wrong, secrets.password]) {
    said(await api.call('auth/login', { email: 'hanna@lindqvist.test', password }));
  }
  const second = api.cookie.split('=')[1] ?? '';
  expect([first.length > 20, second.length > 20, first !== second]).toEqual([true, true, true]);
  said(
    await api.call('auth/login', {
      email: 'hanna@lindqvist.test\r\nFAKE',
      password: secrets.wrong,
      extra: secrets.wrong,
    }),
  );
  said(await api.send('auth/login', `{"data": {"password": "${secrets.malformed}", `));
  said(
    await api.request(`users/self?token=${secrets.query}`, {
      method: 'POST',
      body: '{"',
      headers: { authorization: `Bearer ${secrets.bearer}`, 'content-type': 'application/json' },
    }),
  );
  const company = await api.post('companies/create', { data: [{ company_name: 'Lumen & Oak', case_prefix: 'LO' }] });
  const companyId = company.body.data.companies?.[0]?.id;
  const product = await api.post('products/create', { data: [{ name: 'Shop', company_id: companyId }] });
  const about = {
    company_id: companyId,
    product_id: product.body.data.products?.[0]?.id,
    from_email: 'a@lumenoak.test',
  };
  const mailbox = { ...aMailbox(about), imap_password: secrets.imap };
  const created = said(await api.post('mailboxes-new/create', { data: [mailbox] }));
  expect(created.status).toBe(200);
  said(await api.post('mailboxes/get', {}));

  // What opens an account by letter, by a program, or by a second step.
  const made = await api.call('api-tokens/create', {
    name: 'Canary',
    company_id: companyId,
    scopes: ['tickets.get'],
    expires_in_days: 1,
  });
  const { token } = made.body.data;
  const program = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  expect(said(await new ApiClient(server.url).send('tickets/get', '{}', program)).status).toBe(200);
  said(await api.request(`users/self?token=${token}`, { method: 'POST', headers: program, body: '{}' }));
  const { secret: totp } = (await api.call('google2fa/enable')).body.data;
  said(await api.call('google2fa/confirm', { code: '000000' }));
  await api.call('forgot/email', { email: 'hanna@lindqvist.test' });
  const reset = keyOf(await server.waitForSystemMail((raw) => raw.includes('Choose a new password')), 'restore');
  expect(said(await api.call('forgot/check', { token: reset })).status).toBe(200);
  said(await api.call('forgot/password', { token: reset, password: 'easily', password_confirmation: 'easily' }));
  for (let i = 0; i < 5; i++)
    said(await new ApiClient(server.url).call('auth/login', { email: 'hanna@lindqvist.test', password: `no-${i}` }));
  const unlock = keyOf(await server.waitForSystemMail((raw) => keyOf(raw, 'unlock') !== ''), 'unlock');
  expect(said(await api.call('locked-account/open', { key: unlock })).status).toBe(200);
  for (const one of [token, totp, reset, unlock]) expect(String(one).length).toBeGreaterThan(20);

  // Lines that a stranger would like to write into the log, by every way that a request has.
  const forged = '\r\n{"level":60,"msg":"FAKE"}\r\nFAKE\u2028FAKE\u001b[31m';
  said(await api.call('auth/login', { email: forged, password: forged }));
  said(await api.get(`users/${encodeURIComponent(forged)}`));
  said(await api.send(forged.replace(/\s/g, ''), '{}'));
  expect(
    await rawStatus(`/v1/${'%0d%0aFAKE%0d%0a'}`, { cookie: `parley=${secrets.cookie}`, 'user-agent': 'FAKE%0d%0a' }),
  ).toBe(200);

  const metrics = await (
    await fetch(`${server.url}/v1/metrics`, { headers: { authorization: `Bearer ${keptKey('metrics')}` } })
  ).text();
  expect(metrics).toContain('parley_http_request_seconds');
  const printed = server.printed();
  // Whoever starts Parley is told the link to its letters, in one line and once; with that, nothing here is a secret.
  expect(printed.split(keptKey('outbox'))).toHaveLength(2);
  expect(printed).toContain(`/v1/outbox?key=${keptKey('outbox')}\n`);
  expect(printed).not.toContain(keptKey('metrics'));
  expect(metrics).not.toContain(keptKey('outbox'));
  for (const [name, secret] of Object.entries({ ...secrets, key, first, second, token, totp, reset, unlock })) {
    expect(printed, `${name} in the log`).not.toContain(secret);
    expect(metrics, `${name} in the metrics`).not.toContain(secret);
    if (!['key'].includes(name)) expect(answers.join('\n'), `${name} in an answer`).not.toContain(secret);
  }
  for (const line of printed.split('\n')) {
    expect(line).not.toMatch(/^\s*FAKE|^\{"level":60,"msg":"FAKE"\}/);
    if (line.startsWith('{')) expect(() => JSON.parse(line), line).not.toThrow();
  }
  expect(answers.join('\n')).not.toMatch(/\bat .*\.[jt]s:\d+|node_modules|\/server\/src\//);
});

/** What the link of a letter carries, out of its quoted-printable. */
const keyOf = (letter: string, page: string): string =>
  new RegExp(`/v1/${page}/([\\w.~-]+)`).exec(letter.replace(/=\r?\n/g, '').replace(/=3D/g, '='))?.[1] ?? '';

const rawStatus = (path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    http
      .get(new URL(path, server.url), { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on('error', reject);
  });
