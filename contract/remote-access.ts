import { z } from 'zod';

/** What somebody typed into a box of lines, without the empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const ipv4 = z.ipv4();
const ipv6 = z.ipv6();
const subnet6 = z.cidrv6();

/** SPEC section 5: IPv4; IPv6 is welcome as well. */
export const isIpLine = (line: string): boolean => ipv4.safeParse(line).success || ipv6.safeParse(line).success;

/** SPEC section 5: `a.b.c.0/n` with n 1-32; an IPv6 network with n 1-128 is welcome as well. */
export function isSubnetLine(line: string): boolean {
  const [network = '', bits = ''] = line.split('/');
  if (!/^[1-9]\d{0,2}$/.test(bits)) return false;
  if (network.includes(':')) return subnet6.safeParse(line).success;
  return ipv4.safeParse(network).success && network.endsWith('.0') && Number(bits) <= 32;
}
