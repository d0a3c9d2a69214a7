import i18next from 'i18next';
import type { Address } from '#contract/messages.ts';

/** `Hanna Lindqvist <hanna@lindqvist.example>`, or the address alone. */
export const addressText = (one: Address) => (one.name ? `${one.name} <${one.address}>` : one.address);

/** Whom a letter went to, short enough for one line: the first by name, the others as a number. */
export function shortList(of: readonly Address[]): string {
  const [first, ...others] = of;
  if (!first) return '';
  const name = first.name || first.address;
  return others.length === 0 ? name : i18next.t('thread.and_more', { first: name, count: others.length });
}
