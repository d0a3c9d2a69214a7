import { generateKeyPairSync } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { afterEach, describe, expect, test } from 'vitest';
import { checkDomain } from './check-domain.ts';
import { carefulResolver, systemTxtResolver, type TxtAnswer, type TxtResolver } from './txt-resolver.ts';

const domain = 'lumenoak.test';
const dkimKey = (bits: number) =>
  `v=DKIM1; k=rsa; p=${generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`;
const goodKey = dkimKey(2048);
const sound: Zone = {
  [domain]: ['v=spf1 include:_spf.google.com ~all', 'google-site-verification=x'],
  '_spf.google.com': ['v=spf1 include:_netblocks.google.com ~all'],
  '_netblocks.google.com': ['v=spf1 ip4:35.190.247.0/24 ~all'],
  [`google._domainkey.${domain}`]: [goodKey],
  [`_dmarc.${domain}`]: ['v=DMARC1; p=reject; rua=mailto:a@x.test'],
};

type Zone = Record<string, readonly string[] | 'none' | 'failed' | 'timed_out'>;
/** DNS as a story tells it; what it does not name is not there. */
const zone =
  (records: Zone, asked: string[] = []): TxtResolver =>
  async (name): Promise<TxtAnswer> => {
    asked.push(name);
    const found = records[name];
    if (found === undefined) return { kind: 'no_name' };
    return typeof found === 'string' ? { kind: found } : { kind: 'found', records: found };
  };
const check = async (records: Zone, { smtpHost = 'smtp.gmail.com', selectors = [] as string[] } = {}) => {
  const { records: found, ...about } = await checkDomain({ domain, smtpHost, selectors }, zone(records));
  const of = (kind: string) => found.find((one) => one.kind === kind);
  return { ...about, spf: of('spf'), dkim: of('dkim'), dmarc: of('dmarc') };
};

test('a domain that is set up well', async () => {
  const found = await check(sound);
  expect(found).toMatchObject({
    provider: 'Google',
    is_of_provider: false,
    spf: {
      key: 'spf_ok',
      verdict: 'ok',
      host: domain,
      found: ['v=spf1 include:_spf.google.com ~all'],
      suggestion: null,
    },
    dkim: { key: 'dkim_ok', host: `google._domainkey.${domain}`, values: { selector: 'google', bits: 2048 } },
    dmarc: { key: 'dmarc_ok', values: { policy: 'reject' }, suggestion: null },
  });
});

describe('SPF', () => {
  const withSpf = (...records: string[]) => check({ ...sound, [domain]: records });
  const many = Array.from({ length: 11 }, (_, i) => `a:h${i}.x.test`).join(' ');

  test.each([
    ['none', [], 'spf_missing', 'v=spf1 include:_spf.google.com ~all'],
    [
      'two',
      ['v=spf1 include:_spf.google.com -all', 'v=spf1 mx include:other.test ?all'],
      'spf_several',
      'v=spf1 include:_spf.google.com mx include:other.test ~all',
    ],
    ['everybody', ['v=spf1 include:_spf.google.com +all'], 'spf_allows_all', 'v=spf1 include:_spf.google.com ~all'],
    [
      'everybody, bare',
      ['v=spf1 include:_spf.google.com all'],
      'spf_allows_all',
      'v=spf1 include:_spf.google.com ~all',
    ],
    [
      'nobody in particular',
      ['v=spf1 include:_spf.google.com ?all'],
      'spf_neutral',
      'v=spf1 include:_spf.google.com ~all',
    ],
    ['no end', ['v=spf1 include:_spf.google.com'], 'spf_no_end', 'v=spf1 include:_spf.google.com ~all'],
    ['too many lookups', [`v=spf1 ${many} -all`], 'spf_too_many_lookups', null],
    ['what means nothing', ['v=spf1 includes:_spf.google.com ~all'], 'spf_broken', null],
    [
      'another provider',
      ['v=spf1 ip4:192.0.2.1 -all'],
      'spf_without_provider',
      'v=spf1 ip4:192.0.2.1 include:_spf.google.com -all',
    ],
    ['what is gone', ['v=spf1 include:gone.test include:_spf.google.com ~all'], 'spf_include_missing', null],
    ['a mistake', ['v=spf10 -all'], 'spf_missing', 'v=spf1 include:_spf.google.com ~all'],
  ])('with %s', async (_, records, key, suggestion) => {
    expect((await withSpf(...records)).spf).toMatchObject({ key, suggestion });
  });

  test('is followed through redirects and loops, and counts what is included', async () => {
    const records: Zone = {
      ...sound,
      [domain]: ['v=spf1 redirect=_spf.lumenoak.test'],
      '_spf.lumenoak.test': ['v=spf1 include:lumenoak.test include:_spf.google.com -all'],
    };
    expect((await check(records)).spf).toMatchObject({ key: 'spf_ok' });
    const deep: Zone = { ...sound, [domain]: ['v=spf1 include:n0.x.test ~all'] };
    for (let i = 0; i < 12; i++) deep[`n${i}.x.test`] = [`v=spf1 include:n${i + 1}.x.test ~all`];
    expect((await check(deep)).spf).toMatchObject({ key: 'spf_too_many_lookups', values: { lookups: 11 } });
  });

  test('for a server that nobody knows is sound, and proves nothing, unless it names the server', async () => {
    const smtpHost = 'mail.hoster.test';
    expect((await check({ ...sound, [domain]: ['v=spf1 ip4:192.0.2.1 -all'] }, { smtpHost })).spf).toMatchObject({
      ...{ key: 'spf_unproved', verdict: 'unknown', values: { name: smtpHost } },
    });
    expect((await check({ ...sound, [domain]: [`v=spf1 a:${smtpHost} -all`] }, { smtpHost })).spf?.key).toBe('spf_ok');
    expect((await check({}, { smtpHost })).spf?.key).toBe('no_domain');
    expect((await check({ [domain]: 'none' }, { smtpHost })).spf).toMatchObject({
      ...{ key: 'spf_missing', suggestion: 'v=spf1 mx a:mail.hoster.test ~all' },
    });
  });
});

describe('DKIM', () => {
  const at = (selector: string, record: string, selectors: string[] = []) => {
    const { [`google._domainkey.${domain}`]: _, ...rest } = sound;
    return check({ ...rest, [`${selector}._domainkey.${domain}`]: [record] }, { selectors });
  };
  test.each([
    ['taken back', 'v=DKIM1; p=', 'dkim_revoked', 'bad'],
    ['short', dkimKey(1024), 'dkim_weak', 'warn'],
    ['garbled', 'v=DKIM1; p=bm9uc2Vuc2U=', 'dkim_broken', 'bad'],
    ['being tried out', goodKey.replace('k=rsa', 'k=rsa; t=y'), 'dkim_testing', 'warn'],
    ['of another kind', `v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 7).toString('base64')}`, 'dkim_ok', 'ok'],
    ['something else', 'v=spf1 -all', 'dkim_missing', 'warn'],
  ])('with a key that is %s', async (_, record, key, verdict) => {
    expect((await at('k1', record)).dkim).toMatchObject({ key, verdict, suggestion: null });
  });

  test('is found under a selector that somebody named, and a good key counts more than an old one', async () => {
    expect((await at('pm2026', goodKey)).dkim).toMatchObject({ key: 'dkim_missing' });
    expect((await at('pm2026', goodKey, ['pm2026'])).dkim).toMatchObject({ key: 'dkim_ok' });
    const both = { ...sound, [`default._domainkey.${domain}`]: ['v=DKIM1; p='] };
    expect((await check(both, { selectors: ['default'] })).dkim).toMatchObject({ key: 'dkim_ok' });
  });
});

describe('DMARC', () => {
  const withDmarc = (...records: string[]) => check({ ...sound, [`_dmarc.${domain}`]: records });
  test.each([
    [
      'watching only',
      ['v=DMARC1; p=none; rua=mailto:a@x.test'],
      'dmarc_watching',
      'v=DMARC1; p=quarantine; rua=mailto:a@x.test',
    ],
    ['two', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'dmarc_several', null],
    ['no policy', ['v=DMARC1; rua=mailto:a@x.test'], 'dmarc_broken', 'v=DMARC1; p=none'],
    ['none', [], 'dmarc_missing', 'v=DMARC1; p=none'],
  ])('with %s', async (_, records, key, suggestion) => {
    expect((await withDmarc(...records)).dmarc).toMatchObject({ key, suggestion });
  });

  test('of the organisation holds for the names below it', async () => {
    const records: Zone = { '_dmarc.oak.test': ['v=DMARC1; p=reject; sp=none'], 'help.oak.test': ['v=spf1 -all'] };
    const found = await checkDomain(
      { domain: 'help.oak.test', smtpHost: 'smtp.gmail.com', selectors: [] },
      zone(records),
    );
    expect(found.records.find((one) => one.kind === 'dmarc')).toMatchObject({
      ...{ key: 'dmarc_watching', host: '_dmarc.oak.test', suggestion: null },
    });
  });
});

test.each([
  ['failed', 'dns_failed'],
  ['timed_out', 'dns_timed_out'],
] as const)('DNS that %s is told, and nothing is concluded from it', async (kind, key) => {
  const silent: TxtResolver = async () => ({ kind });
  const found = await checkDomain({ domain, smtpHost: 'smtp.gmail.com', selectors: [] }, silent);
  expect(found.records.map((one) => [one.key, one.verdict])).toEqual(Array(3).fill([key, 'unknown']));
  const included: Zone = {
    ...sound,
    '_spf.google.com': kind,
    [domain]: ['v=spf1 include:x.test ~all'],
    'x.test': kind,
  };
  expect((await check(included)).spf).toMatchObject({ key, verdict: 'unknown' });
});

test("a provider's own domain has nothing for us to change", async () => {
  const found = await checkDomain({ domain: 'gmail.com', smtpHost: 'smtp.gmail.com', selectors: [] }, zone({}));
  expect(found).toMatchObject({ is_of_provider: true });
  expect(found.records.every((one) => one.suggestion === null)).toBe(true);
});

test('a domain made to be asked about is asked some eighty questions, each once, by names that are names', async () => {
  const asked: string[] = [];
  const includes = (n: number) => Array.from({ length: 9 }, (_, i) => `include:a${n}${i}.x.test`).join(' ');
  const records: Zone = { [domain]: [`v=spf1 include:-bad-.. include:127.0.0.1/x ${includes(0)} ~all`] };
  await checkDomain({ domain, smtpHost: 'smtp.gmail.com', selectors: [] }, zone(records, asked));
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeLessThan(80);
  expect(asked.every((name) => /^[a-z0-9_.-]+\.test$/.test(name))).toBe(true);
  const careful = carefulResolver(() => new Promise(() => {}), { waitMs: 5 });
  expect(await careful('slow.test')).toEqual({ kind: 'timed_out' });
});

describe('the name servers of the machine', () => {
  const open: { close(): void }[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
  });
  /** A name server that answers every question with this code, and no record. */
  const aNameServer = async (code: number | null): Promise<string> => {
    const socket = createSocket('udp4');
    open.push(socket);
    socket.on('message', (question, from) => {
      if (code === null) return;
      const end = question.indexOf(0, 12) + 5;
      const answer = Buffer.from(question.subarray(0, end));
      answer.writeUInt16BE(0x8180 | code, 2);
      answer.writeUInt16BE(0, 6);
      answer.writeUInt32BE(0, 8);
      socket.send(answer, from.port, from.address);
    });
    await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
    return `127.0.0.1:${socket.address().port}`;
  };

  test.each([
    ['there is no such name', 3, 'no_name'],
    ['there is no such record', 0, 'none'],
    ['they are out of order', 2, 'failed'],
    ['they do not want to say', 5, 'failed'],
  ])('say that %s', async (_, code, kind) => {
    expect(await systemTxtResolver([await aNameServer(code)])(domain)).toEqual({ kind });
  });
});
