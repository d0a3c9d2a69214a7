import { describe, expect, test } from 'vitest';
import { detectMailbox, type MailResolver } from './detect-mailbox.ts';

/** A name system that knows what the story tells and nothing else. */
function aResolver(known: {
  mx?: Record<string, string[]>;
  srv?: Record<string, { name: string; port: number }>;
  hosts?: string[];
}): MailResolver & { asked: string[] } {
  const asked: string[] = [];
  const unknown = () => Promise.reject(Object.assign(new Error('queryMx ENOTFOUND'), { code: 'ENOTFOUND' }));
  return {
    asked,
    mx(domain) {
      asked.push(domain);
      const hosts = known.mx?.[domain];
      return hosts ? Promise.resolve(hosts.map((exchange, at) => ({ exchange, priority: 10 - at }))) : unknown();
    },
    srv(name) {
      asked.push(name);
      const server = known.srv?.[name];
      return server ? Promise.resolve([{ ...server, priority: 0, weight: 1 }]) : unknown();
    },
    async exists(host) {
      asked.push(host);
      return known.hosts?.includes(host) ?? false;
    },
  };
}

describe('the servers of a mail address', () => {
  test('Gmail is known without asking anybody', async () => {
    const resolver = aResolver({});
    expect(await detectMailbox('Olena.Shop@GMail.com', resolver)).toEqual({
      provider: 'gmail',
      source: 'known',
      needs_oauth: false,
      settings: {
        imap_server: 'imap.gmail.com',
        imap_port: 993,
        imap_type: 'ssl',
        imap_box_inbox: 'INBOX',
        imap_box_outbox: '[Gmail]/Sent Mail',
        smtp_host: 'smtp.gmail.com',
        smtp_port: 465,
        smtp_security: 'ssl',
      },
    });
    expect(resolver.asked).toEqual([]);
  });

  test.each(['support@outlook.com', 'support@hotmail.com'])(
    '%s says from the start that it needs OAuth',
    async (email) => {
      expect(await detectMailbox(email, aResolver({}))).toMatchObject({
        provider: 'outlook',
        needs_oauth: true,
        settings: {
          imap_server: 'outlook.office365.com',
          smtp_host: 'smtp.office365.com',
          smtp_port: 587,
          smtp_security: 'tls',
        },
      });
    },
  );

  test.each([
    ['aspmx.l.google.com', 'gmail', 'imap.gmail.com'],
    ['ALT1.ASPMX.L.GOOGLE.COM.', 'gmail', 'imap.gmail.com'],
    ['shop-test.mail.protection.outlook.com', 'outlook', 'outlook.office365.com'],
    ['mx.ukr.net', 'other', 'imap.ukr.net'],
    ['mx01.mail.icloud.com', 'other', 'imap.mail.me.com'],
    ['in1-smtp.messagingengine.com', 'other', 'imap.fastmail.com'],
  ])('a company whose mail goes to %s is at %s', async (exchange, provider, imap) => {
    const found = await detectMailbox('support@shop.test', aResolver({ mx: { 'shop.test': [exchange] } }));
    expect(found).toMatchObject({ provider, source: 'dns', settings: { imap_server: imap } });
  });

  test('a host that only looks like a provider is not one', async () => {
    const mx = { 'shop.test': ['aspmx.l.google.com.evil.test', 'notgoogle.com'] };
    expect(await detectMailbox('support@shop.test', aResolver({ mx }))).toMatchObject({ source: 'none' });
  });

  test('what the domain announces is taken', async () => {
    const srv = {
      '_imaps._tcp.shop.test': { name: 'Box.shop.test', port: 9993 },
      '_submission._tcp.shop.test': { name: 'out.shop.test', port: 587 },
    };
    expect(await detectMailbox('support@shop.test', aResolver({ srv }))).toMatchObject({
      source: 'dns',
      settings: {
        imap_server: 'box.shop.test',
        imap_port: 9993,
        smtp_host: 'out.shop.test',
        smtp_port: 587,
        smtp_security: 'tls',
      },
    });
  });

  test('an announcement of nothing is none', async () => {
    const nothing = { name: '.', port: 0 };
    const srv = { '_imaps._tcp.shop.test': nothing, '_submissions._tcp.shop.test': nothing };
    expect(await detectMailbox('support@shop.test', aResolver({ srv }))).toMatchObject({
      source: 'none',
      settings: null,
    });
  });

  test('otherwise the customary names that exist are guessed', async () => {
    const hosts = ['mail.shop.test', 'smtp.shop.test'];
    expect(await detectMailbox('support@shop.test', aResolver({ hosts }))).toMatchObject({
      source: 'guess',
      settings: { imap_server: 'mail.shop.test', smtp_host: 'smtp.shop.test' },
    });
  });

  test('the mail exchanger of the domain itself is a guess too', async () => {
    const known = { mx: { 'shop.test': ['mx1.shop.test'] }, hosts: ['mx1.shop.test'] };
    expect(await detectMailbox('support@shop.test', aResolver(known))).toMatchObject({
      source: 'guess',
      settings: { imap_server: 'mx1.shop.test', smtp_host: 'mx1.shop.test' },
    });
  });

  test('a domain in Cyrillic is asked for in ASCII', async () => {
    const resolver = aResolver({});
    await detectMailbox('підтримка@крамниця.укр', resolver);
    expect(resolver.asked.every((name) => /^[ -~]+$/.test(name))).toBe(true);
    expect(resolver.asked).toContain('xn--80aqejfp0c4d.xn--j1amh');
  });

  test.each(['support@', 'support@bad domain', '@', ''])('nonsense like %j is nothing, quietly', async (email) => {
    expect(await detectMailbox(email, aResolver({}))).toMatchObject({ source: 'none', settings: null });
  });

  test('F23 a name system that is down is told as nothing found', async () => {
    const down = () => Promise.reject(Object.assign(new Error('queryMx ETIMEOUT'), { code: 'ETIMEOUT' }));
    const found = await detectMailbox('support@shop.test', { mx: down, srv: down, exists: down });
    expect(found).toEqual({ provider: 'other', source: 'none', settings: null, needs_oauth: false });
  });
});
