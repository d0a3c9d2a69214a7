import { BlockList, isIP } from 'node:net';
import { linesOf } from '#contract/remote-access.ts';

/** From where a company may be reached (SPEC section 5): single addresses and subnets, one per line. */
export type AccessRule = {
  readonly restrict_remote_access: 0 | 1;
  readonly ips_list: string;
  readonly subnets: string;
};

/** Parts what may be reached from an address from what may not. */
export function narrowToAddress<R extends AccessRule>(
  all: readonly R[],
  address: string,
): { open: readonly R[]; shut: readonly R[] } {
  if (all.every((one) => one.restrict_remote_access === 0)) return { open: all, shut: [] };
  const isShut = (one: R) => one.restrict_remote_access === 1 && !isAdmitted(one, address);
  return { open: all.filter((one) => !isShut(one)), shut: all.filter(isShut) };
}

/**
 * Whether the rule's lists name the address. An IPv4 address that travels within IPv6 (`::ffff:1.2.3.4`) is itself. What
 * cannot be read as an address is admitted nowhere.
 */
export function isAdmitted(rule: Pick<AccessRule, 'ips_list' | 'subnets'>, address: string): boolean {
  const plain = address.replace(/%.*$/s, '');
  const version = isIP(plain);
  return version !== 0 && listOf(rule).check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

const listsMax = 1000;
const lists = new Map<string, BlockList>();

/** A BlockList is a list of addresses and subnets: here, of those that are let in. */
function listOf(rule: Pick<AccessRule, 'ips_list' | 'subnets'>): BlockList {
  const key = `${rule.ips_list}\n/\n${rule.subnets}`;
  const known = lists.get(key);
  if (known) return known;
  const list = new BlockList();
  for (const ip of linesOf(rule.ips_list)) list.addAddress(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
  for (const subnet of linesOf(rule.subnets)) {
    const [network = '', bits] = subnet.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  if (lists.size >= listsMax) lists.clear();
  lists.set(key, list);
  return list;
}
