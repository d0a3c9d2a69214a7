import { domainToASCII } from 'node:url';
import type { z } from 'zod';
import type { checkSenderDomains } from '#contract/sender-domains.ts';
import { presetForDomain } from '../transport/mailbox-presets.ts';
import { checkDkim } from './check-dkim.ts';
import { checkDmarc } from './check-dmarc.ts';
import { checkSpf } from './check-spf.ts';
import { sendingProvider, usualSelectors } from './sending-providers.ts';
import { carefulResolver, type TxtResolver } from './txt-resolver.ts';

export type DomainCheck = z.infer<typeof checkSenderDomains.answer>['domains'][number];

/**
 * What a domain says about who may send in its name, for letters that leave by this server. `selectors`: where DKIM keys
 * are known to be, before those that are guessed. Asks DNS alone, some eighty questions at most.
 */
export async function checkDomain(
  the: { readonly domain: string; readonly smtpHost: string; readonly selectors: readonly string[] },
  resolve: TxtResolver,
): Promise<DomainCheck> {
  const domain = domainToASCII(the.domain.toLowerCase());
  const provider = sendingProvider(the.smtpHost);
  const isOfProvider = presetForDomain(domain) !== undefined;
  const ask = carefulResolver(resolve);
  const selectors = [...new Set([...the.selectors, ...(provider?.selectors ?? []), ...usualSelectors])];
  const records = await Promise.all([
    checkSpf(domain, { smtpHost: the.smtpHost, provider }, ask),
    checkDkim(domain, selectors, ask),
    checkDmarc(domain, ask),
  ]);
  return {
    domain,
    provider: provider?.name ?? null,
    is_of_provider: isOfProvider,
    records: isOfProvider ? records.map((one) => ({ ...one, suggestion: null })) : records,
  };
}
