import fs from 'node:fs';
import path from 'node:path';
import { type LegalPage, legalPages } from '#contract/legal.ts';
import { CannotStart } from '#platform/cannot-start.ts';
import type { Config } from './config.ts';
import type { LegalText } from './http/routes/legal-routes.ts';

const ours = path.join(import.meta.dirname, '../legal');
const bytesMax = 500_000;
const variables = { 'terms-of-use': 'TERMS_OF_USE', 'privacy-and-cookie-policy': 'PRIVACY_POLICY' } as const;

/** Each page as configured: published elsewhere, a file of the operator, or the text that comes with Parley. */
export function readLegalPages(config: Config): Record<LegalPage, LegalText> {
  return Object.fromEntries(
    legalPages.map((page) => [
      page,
      readPage(variables[page], config[variables[page]] ?? path.join(ours, `${page}.md`)),
    ]),
  ) as Record<LegalPage, LegalText>; // made of all its keys
}

function readPage(variable: string, place: string): LegalText {
  if (/^https?:/i.test(place)) return { address: place };
  const extension = path.extname(place);
  const ukrainian = `${place.slice(0, -extension.length)}.ua${extension}`;
  const en = readText(variable, place);
  return { en, ua: fs.existsSync(ukrainian) ? readText(variable, ukrainian) : en };
}

function readText(variable: string, file: string): string {
  try {
    const bytes = fs.readFileSync(file);
    if (bytes.length > bytesMax) throw new CannotStart(`${variable}: ${file} is larger than ${bytesMax / 1000} kB`);
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`${variable}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
