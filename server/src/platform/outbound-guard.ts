import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { Problem } from '#platform/problem.ts';
import { hostLookup } from './look-up-host.ts';

/** Where to connect: the numeric address that was judged, and the name to show to TLS as `servername`. */
export type OutboundAddress = { address: string; family: 4 | 6; host: string };

export type OutboundGuard = { resolve(host: string, port: number): Promise<OutboundAddress> };

/** Every address of a name, in the order to try them. Throws as node:dns does (`ENOTFOUND`, `EAI_AGAIN`). */
export type OutboundLookup = (host: string) => Promise<readonly { address: string; family: number }[]>;

/** Mail (SMTP, submission, IMAP) and web; anything else would make Parley a port scanner for hire. */
const portsAllowed: ReadonlySet<number> = new Set([25, 80, 143, 443, 465, 587, 993]);
const lookupMillisecondsMax = 10_000;

/**
 * The wall between a server name that a user typed and the network that Parley stands in. `resolve` looks the name up
 * once and answers with a numeric address to connect to, so that a second lookup cannot lead elsewhere (DNS
 * rebinding). Whatever is not plainly public (loopback, private, link-local, shared, metadata, multicast, reserved,
 * and their IPv6 disguises) is refused with the one Problem `outbound_address_refused`, except inside `allow`: the
 * CIDRs of OUTBOUND_ALLOW. There, any port is allowed too. One refused address among several refuses the name.
 *
 * Nobody learns which names there are inside: one that leads there is answered as one that does not exist (`ENOTFOUND`), and
 * every name without a dot, which none outside has, is refused. Without `allow` it is not even looked up.
 */
export function createOutboundGuard(options: { allow: readonly string[]; lookup?: OutboundLookup }): OutboundGuard {
  const allowed = options.allow.map((cidr) => ipaddr.parseCIDR(cidr));
  const lookup = options.lookup ?? hostLookup({ knowsOwn: allowed.length > 0 });

  return {
    async resolve(typedHost, port) {
      const host = canonicalHost(typedHost);
      if (!Number.isInteger(port) || port < 1 || port > 65_535) throw refusal();
      const found = await find(host, port);
      const [first] = found;
      if (!first || !found.every((one) => one.allowed || portsAllowed.has(port))) throw refusal();
      return { address: first.address, family: first.family, host };
    },
  };

  /** Addresses that are public or allowed. Throws alike whether a name leads inside or is no name at all. */
  async function find(host: string, port: number): Promise<Judged[]> {
    if (isIP(host)) return [judge(host, allowed)].filter(mayBeAsked);
    // Nothing is looked up that may not be asked whatever is found. No public name is without a dot.
    const isShort = !host.includes('.');
    if (allowed.length === 0 && (isShort || !portsAllowed.has(port))) return [];
    const found = await withinTime(lookup(host), host).catch((error: unknown) => {
      if (isShort) return [];
      throw error;
    });
    const judged = found.map(({ address }) => judge(address, allowed));
    if (judged.length > 0 && judged.every(mayBeAsked)) return judged;
    if (isShort) return [];
    throw nothingFound(host);
  }
}

const mayBeAsked = (one: Judged): boolean => one.allowed || one.isPublic;

/**
 * The name in the one spelling that may be looked up: lower case, ASCII, no trailing dot. Numbers are accepted only as
 * people write them: `0x7f.1`, `017700000001`, `2130706433` and `127.1` are refused, because resolvers read
 * them as addresses and each does it differently (WHATWG URL, "ends in a number").
 */
function canonicalHost(typed: string): string {
  if (typeof typed !== 'string' || typed.length > 255) throw refusal();
  const lower = typed.toLowerCase();
  if (isIP(lower)) {
    if (lower.includes('%')) throw refusal(); // A zone id makes sense only for link-local addresses.
    return lower;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is meant.
  const ascii = /^[\x00-\x7f]*$/.test(lower) ? lower : domainToASCII(lower);
  const host = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  const labels = host.split('.');
  const wellFormed = host.length <= 253 && labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label));
  const endsInNumber = /^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
  if (!wellFormed || endsInNumber) throw refusal();
  return host;
}

type Judged = { address: string; family: 4 | 6; isPublic: boolean; allowed: boolean };
type Address = ipaddr.IPv4 | ipaddr.IPv6;

function judge(text: string, allowed: readonly [Address, number][]): Judged {
  if (!ipaddr.isValid(text)) throw refusal();
  const written = ipaddr.parse(text);
  const meant = withoutDisguise(written);
  const isAllowed = allowed.some(([net, bits]) => net.kind() === meant.kind() && meant.match(net, bits));
  return {
    address: written.toString(),
    family: written.kind() === 'ipv4' ? 4 : 6,
    isPublic: isPublic(meant),
    allowed: isAllowed,
  };
}

/** The IPv4 address inside an IPv4-mapped (RFC 4291) or NAT64 (RFC 6052) one: that is where the packets will go. */
function withoutDisguise(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const [nat64, bits] = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
  return address.match(nat64, bits) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

/** Azure's wire server: a metadata service on an address that looks public. */
const azureMetadata = '168.63.129.16';
/** All global unicast IPv6 lives here (IANA); 6to4 and Teredo inside it carry any IPv4 address and are refused. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(globalUnicast);
  return address.toString() !== azureMetadata;
}

/** A resolver that never answers must not hold a worker: after 10 s it counts as `EAI_AGAIN`, like one that gave up. */
async function withinTime<T>(answer: Promise<T>, host: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error(`getaddrinfo EAI_AGAIN ${host}`), { code: 'EAI_AGAIN', hostname: host });
    timer = setTimeout(reject, lookupMillisecondsMax, error);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function refusal(): Problem {
  return new Problem('outbound_address_refused');
}

function nothingFound(host: string): Error {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND', hostname: host });
}
