import type { Secrets } from '#platform/secrets.ts';

/** The last link of a chain, as it is sealed. */
export type Head = { readonly chain: number; readonly last_number: number; readonly last_hash: Buffer };

const purpose = 'audit';
const linkOf = (head: Head): string => `${head.chain}:${head.last_number}:${head.last_hash.toString('hex')}`;

export const sealOf = (secrets: Secrets, head: Head): string => secrets.sign(purpose, linkOf(head));
export const isSealed = (secrets: Secrets, head: Head & { seal: string }): boolean =>
  secrets.verify(purpose, linkOf(head), head.seal);
