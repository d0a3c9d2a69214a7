import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import { open, type Reader, type Response } from 'maxmind';

const databaseFile = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** 8 MB of memory, so only once somebody asks. The file comes with its package: nobody is asked over the network. */
let reading: Promise<Reader<Response>> | undefined;

/** ISO 3166-1, two letters; null for private and unknown addresses. An estimate: addresses move and are lent. */
export async function countryOfAddress(address: string | null): Promise<string | null> {
  if (address === null || !ipaddr.isValid(address)) return null;
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast') return null;
  reading ??= open(createRequire(import.meta.url).resolve(databaseFile));
  const found = (await reading).get(plain.toString());
  return found && 'country_code' in found && typeof found.country_code === 'string' ? found.country_code : null;
}
