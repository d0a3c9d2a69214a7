import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createOutboundGuard, type OutboundGuard, type OutboundLookup } from './outbound-guard.ts';

const refused = { name: 'Problem', key: 'outbound_address_refused' };
const unknown = { code: 'ENOTFOUND' };

const everythingIsInside: OutboundLookup = async () => [{ address: '127.0.0.1', family: 4 }];
/** A resolver that would wave every odd spelling through: only the guard's own judgement can refuse. */
const everythingIsPublic: OutboundLookup = async () => [{ address: '142.250.1.108', family: 4 }];

const nothingIsThere: OutboundLookup = async (host) => {
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND', hostname: host });
};
/** All that a caller may tell of. */
const answerTo = (guard: OutboundGuard | undefined, host: string, port: number) =>
  guard?.resolve(host, port).then(
    () => 'found',
    ({ key, code, message, hostname }) => ({ key, code, message, hostname }),
  );

describe('A32 an address a user can choose never leads inside', () => {
  test.each([
    ['the plain loopback', '127.0.0.1'],
    ['another loopback', '127.8.8.8'],
    ['a loopback with a dot', '127.0.0.1.'],
    ['a short loopback', '127.1'],
    ['a hex loopback', '0x7f000001'],
    ['a dotted hex loopback', '0x7f.0.0.1'],
    ['a bare hex prefix', '127.0.0.0x'],
    ['an octal loopback', '0177.0.0.1'],
    ['a long octal loopback', '017700000001'],
    ['a decimal loopback', '2130706433'],
    ['an overflowing decimal', '4294967297'],
    ['full-width digits', '１２７.０.０.１'],
    ['circled digits', '①②⑦.⓪.⓪.①'],
    ['an ideographic full stop', '127。0。0。1'],
    ['the unspecified address', '0.0.0.0'],
    ['zero', '0'],
    ['this network', '0.1.2.3'],
    ['10/8', '10.0.0.5'],
    ['172.16/12', '172.31.255.254'],
    ['192.168/16', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['the metadata service', '169.254.169.254'],
    ['the metadata service as a number', '2852039166'],
    ['the metadata service of Azure', '168.63.129.16'],
    ['the metadata service of Oracle', '192.0.0.192'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['a documentation network', '192.0.2.1'],
    ['a benchmark network', '198.18.0.1'],
    ['the IPv6 loopback', '::1'],
    ['the IPv6 loopback in full', '0:0:0:0:0:0:0:1'],
    ['the IPv6 loopback in brackets', '[::1]'],
    ['a loopback in brackets', '[127.0.0.1]'],
    ['IPv6 unspecified', '::'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped in hex', '::ffff:7f00:1'],
    ['IPv4-mapped metadata', '::ffff:a9fe:a9fe'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4 of a loopback', '2002:7f00:1::'],
    ['6to4 of a public address', '2002:808:808::1'],
    ['Teredo', '2001:0:7f00:1::'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%eth0'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 unique local', 'fd00:ec2::254'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['nothing', ''],
    ['a space', ' '],
    ['a space before', ' example.com'],
    ['a dot', '.'],
    ['an empty label', 'mail..example.com'],
    ['a port in the name', 'example.com:25'],
    ['a user in the name', 'imap.gmail.com@127.0.0.1'],
    ['a path', 'example.com/'],
    ['a backslash', 'example.com\\@127.0.0.1'],
    ['a socket', '/var/run/docker.sock'],
    ['a line break', 'example.com\r\n127.0.0.1'],
    ['a NUL', '127.0.0.1\0.example.com'],
    ['a percent escape', '%31%32%37.0.0.1'],
    ['a very long name', `${'a'.repeat(250)}.example`],
  ])('%s is refused', async (_what, host) => {
    const guard = createOutboundGuard({ allow: [], lookup: everythingIsPublic });
    await expect(guard.resolve(host, 993)).rejects.toMatchObject(refused);
  });

  test.each(['localhost', 'LOCALHOST', 'localhost.', 'db', 'mail.inside.example', 'пошта.укр'])(
    'the name %s, which leads inside, is answered as if it were not there',
    async (host) => {
      for (const allow of [[], ['10.20.0.0/16']]) {
        const [there, absent] = [everythingIsInside, nothingIsThere].map((lookup) =>
          createOutboundGuard({ allow, lookup }),
        );
        for (const port of [993, 8081])
          expect(await answerTo(there, host, port), `${allow} ${port}`).toEqual(await answerTo(absent, host, port));
      }
    },
  );

  test('what may not be asked whatever is found is not even looked up', async () => {
    const lookup = vi.fn<OutboundLookup>(everythingIsPublic);
    const guard = createOutboundGuard({ allow: [], lookup });
    for (const [host, port] of [
      ['localhost', 443],
      ['db', 25],
      ['db.', 993],
      ['mail.inside.example', 5432],
    ] as const)
      await expect(guard.resolve(host, port), host).rejects.toMatchObject(refused);
    expect(lookup).not.toHaveBeenCalled();
  });

  test('the refusal is word for word the same whatever was behind the address', async () => {
    const guard = createOutboundGuard({ allow: [], lookup: everythingIsInside });
    const answers = await Promise.all(
      ['127.0.0.1', 'localhost', '10.0.0.1', '[::1]', ''].map((host) => guard.resolve(host, 25).catch((no) => no)),
    );
    expect(new Set(answers.map((no) => JSON.stringify(no.toWire()))).size).toBe(1);
  });

  test('what is not even a string is refused', async () => {
    const guard = createOutboundGuard({ allow: [], lookup: everythingIsInside });
    await expect(guard.resolve(['127.0.0.1'] as unknown as string, 993)).rejects.toMatchObject(refused);
  });

  test('a name with one public and one inside address is refused, in either order', async () => {
    const mixed = [
      { address: '142.250.1.108', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    for (const lookup of [async () => mixed, async () => mixed.toReversed()]) {
      await expect(createOutboundGuard({ allow: [], lookup }).resolve('both.example', 993)).rejects.toMatchObject(
        unknown,
      );
    }
  });

  test('a name that turns inside after it was judged is connected to where it was judged', async () => {
    let asked = 0;
    const rebinding: OutboundLookup = async () => [
      { address: asked++ === 0 ? '142.250.1.108' : '127.0.0.1', family: 4 },
    ];
    const guard = createOutboundGuard({ allow: [], lookup: rebinding });
    expect(await guard.resolve('rebind.example', 993)).toEqual({
      address: '142.250.1.108',
      family: 4,
      host: 'rebind.example',
    });
    expect(asked).toBe(1);
    await expect(guard.resolve('rebind.example', 993)).rejects.toMatchObject(unknown);
  });

  test('nobody knocks at a refused door', async () => {
    let knocks = 0;
    const canary = createServer((socket) => {
      knocks++;
      socket.destroy();
    });
    await new Promise<void>((listening) => canary.listen(0, '127.0.0.1', listening));
    const { port } = canary.address() as { port: number };
    await expect(createOutboundGuard({ allow: [] }).resolve('localhost', port)).rejects.toMatchObject(refused);
    await new Promise((closed) => canary.close(closed));
    expect(knocks).toBe(0);
  });

  test.each([0, 22, 110, 3306, 5432, 6379, 8080, 65_536, -1, 1.5, Number.NaN])('port %s is refused', async (port) => {
    const guard = createOutboundGuard({ allow: [], lookup: async () => [{ address: '142.250.1.108', family: 4 }] });
    await expect(guard.resolve('imap.gmail.com', port)).rejects.toMatchObject(refused);
  });
});

describe('what is public passes', () => {
  test.each([25, 465, 587, 143, 993, 80, 443])('a public server on port %i', async (port) => {
    const guard = createOutboundGuard({ allow: [], lookup: async () => [{ address: '142.250.1.108', family: 4 }] });
    expect(await guard.resolve('IMAP.Gmail.com.', port)).toEqual({
      address: '142.250.1.108',
      family: 4,
      host: 'imap.gmail.com',
    });
  });

  test('an IPv6 server, and an IPv4 server seen through NAT64', async () => {
    for (const address of ['2a00:1450:4001::6d', '64:ff9b::8efa:16c']) {
      const guard = createOutboundGuard({ allow: [], lookup: async () => [{ address, family: 6 }] });
      expect(await guard.resolve('imap.gmail.com', 993)).toMatchObject({ family: 6, host: 'imap.gmail.com' });
    }
  });

  test('a name in Cyrillic is looked up, and shown to TLS, in ASCII', async () => {
    const names: string[] = [];
    const lookup: OutboundLookup = async (host) => {
      names.push(host);
      return [{ address: '142.250.1.108', family: 4 }];
    };
    const { host } = await createOutboundGuard({ allow: [], lookup }).resolve('імап.укр', 993);
    expect(host).toBe('xn--80axk3g.xn--j1amh');
    expect(names).toEqual([host]);
  });
});

describe('OUTBOUND_ALLOW', () => {
  test('opens names that lead there, without a dot too, and none beside them', async () => {
    const places: Record<string, string> = {
      dovecot: '10.20.0.5',
      'bots.inside.example': '10.20.0.6',
      db: '10.30.0.7',
    };
    const lookup: OutboundLookup = async (host) => {
      const address = places[host];
      return address ? [{ address, family: 4 }] : nothingIsThere(host);
    };
    const guard = createOutboundGuard({ allow: ['10.20.0.0/16'], lookup });
    expect(await guard.resolve('dovecot', 11_993)).toMatchObject({ address: '10.20.0.5' });
    expect(await guard.resolve('bots.inside.example', 8081)).toMatchObject({ address: '10.20.0.6' });
    expect(await answerTo(guard, 'db', 993)).toEqual(await answerTo(guard, 'nobody', 993));
    await expect(guard.resolve('db', 993)).rejects.toMatchObject(refused);
  });

  test('opens its networks, on any port, and nothing beside them', async () => {
    const guard = createOutboundGuard({ allow: ['127.0.0.0/8', 'fd12::/16'] });
    expect(await guard.resolve('127.0.0.1', 11_993)).toMatchObject({ address: '127.0.0.1', family: 4 });
    expect(await guard.resolve('fd12::5', 25)).toMatchObject({ address: 'fd12::5', family: 6 });
    await expect(guard.resolve('10.0.0.1', 993)).rejects.toMatchObject(refused);
    await expect(guard.resolve('::1', 993)).rejects.toMatchObject(refused);
  });

  test('odd spellings stay refused even there', async () => {
    const guard = createOutboundGuard({ allow: ['127.0.0.0/8'] });
    await expect(guard.resolve('2130706433', 993)).rejects.toMatchObject(refused);
    await expect(guard.resolve('127.1', 993)).rejects.toMatchObject(refused);
  });

  test('a broken CIDR is told at start', () => {
    expect(() => createOutboundGuard({ allow: ['10.0.0.0/99'] })).toThrow();
  });
});

describe('F23 names that cannot be resolved', () => {
  test('an unknown name says so, as DNS does', async () => {
    const lookup: OutboundLookup = async (host) => {
      throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
    };
    const guard = createOutboundGuard({ allow: [], lookup });
    await expect(guard.resolve('imap.gmial.com', 993)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  test('an empty answer counts as unknown', async () => {
    const guard = createOutboundGuard({ allow: [], lookup: async () => [] });
    await expect(guard.resolve('empty.example', 993)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  test('a resolver that never answers is given up after ten seconds', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const guard = createOutboundGuard({ allow: [], lookup: () => new Promise(() => {}) });
    const resolving = guard.resolve('slow.example', 993).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await resolving).toMatchObject({ code: 'EAI_AGAIN' });
  });
});
