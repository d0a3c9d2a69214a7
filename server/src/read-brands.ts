import fs from 'node:fs';
import path from 'node:path';
import { type Brands, createBrands } from '#platform/brands/brands.ts';
import { CannotStart } from '#platform/cannot-start.ts';
import type { Log } from '#platform/log.ts';
import type { Config } from './config.ts';

const logoBytesMax = 200_000;
const types: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' };

/** Both brands as configured; what the second one leaves open is as in the first. */
export function readBrands(config: Config, log: Log): Brands {
  const host = new URL(config.PUBLIC_URL ?? 'http://localhost').hostname;
  const main = {
    name: config.BRAND_NAME,
    colour: config.BRAND_COLOUR,
    logo: readLogo('BRAND_LOGO', config.BRAND_LOGO),
    mailFrom: config.PARLEY_MAIL_FROM ?? `parley@${host}`,
  };
  const local = {
    name: config.LOCAL_BRAND_NAME ?? main.name,
    colour: config.LOCAL_BRAND_COLOUR ?? main.colour,
    logo: config.LOCAL_BRAND_LOGO ? readLogo('LOCAL_BRAND_LOGO', config.LOCAL_BRAND_LOGO) : main.logo,
    mailFrom: config.LOCAL_BRAND_MAIL_FROM ?? main.mailFrom,
  };
  const localHosts = config.LOCAL_HOSTS.split(/[\s,]+/).filter(Boolean);
  return createBrands({ main, local, localHosts, warn: (words) => log.warn(words) });
}

function readLogo(variable: string, file: string | undefined): { type: string; bytes: Buffer } | undefined {
  if (file === undefined) return undefined;
  const type = types[path.extname(file).toLowerCase()] ?? 'application/octet-stream';
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(file);
  } catch (error) {
    throw new CannotStart(`${variable}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (bytes.length > logoBytesMax)
    throw new CannotStart(`${variable}: ${file} has ${bytes.length} bytes; ${logoBytesMax} are the most`);
  return { type, bytes };
}
