import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { OutboundLookup } from './outbound-guard.ts';

/** Of the first of two times, the second is twice as long. */
const firstMs = 3000;

/**
 * Asks name servers without a thread. `getaddrinfo` keeps one of two for as long as they are silent, so everybody's connections
 * would wait behind names that one person made up; it is asked for what only this machine knows: names without a dot, and, where
 * `knowsOwn` networks, others that no name server has. There, what stands in the file of hosts goes before all of them.
 */
export function hostLookup({
  knowsOwn,
  servers,
  timeoutMs = firstMs,
  hostsFile = '/etc/hosts',
}: {
  knowsOwn: boolean;
  servers?: readonly string[];
  hostsFile?: string;
  timeoutMs?: number;
}): OutboundLookup {
  return async (host) => {
    if (!host.includes('.')) return lookup(host, { all: true });
    const own = knowsOwn ? await ownAddresses(host, hostsFile) : [];
    if (own.length > 0) return own;
    const { found, isSilent } = await askServers(host, timeoutMs, servers);
    if (found.length > 0) return found;
    if (isSilent) throw failure('EAI_AGAIN', host);
    if (!knowsOwn) throw failure('ENOTFOUND', host);
    return lookup(host, { all: true });
  };
}

/** `10.20.0.5  mail.corp.example mail` */
async function ownAddresses(host: string, hostsFile: string) {
  const lines = (await readFile(hostsFile, 'utf8').catch(() => '')).split('\n');
  return lines.flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const isOf = names.some((name) => name.toLowerCase() === host.toLowerCase());
    return isOf && isIP(address) !== 0 ? [{ address, family: isIP(address) }] : [];
  });
}

async function askServers(host: string, timeoutMs: number, servers?: readonly string[]) {
  // One for each name: it reads anew which servers this machine asks.
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [answered(four, 4), answered(six, 6)];
  const found = (hasFour() ? addresses : addresses.toReversed()).flat();
  return { found, isSilent: ![four, six].every((one) => one.status === 'fulfilled' || isNoName(one.reason)) };
}

const answered = (answer: PromiseSettledResult<string[]>, family: 4 | 6) =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];

/** A machine with nothing but IPv6 begins with that. */
const hasFour = (): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some((one) => one.family === 'IPv4' && !one.internal));

const isNoName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');

/** As `getaddrinfo` says it. */
const failure = (code: 'ENOTFOUND' | 'EAI_AGAIN', host: string): Error =>
  Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code, hostname: host });
