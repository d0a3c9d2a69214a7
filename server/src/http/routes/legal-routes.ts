import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type LegalPage, readLegalPage } from '#contract/legal.ts';
import type { Brands } from '#platform/brands/brands.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

/** Markdown in both languages, or where it is published. */
export type LegalText = { readonly en: string; readonly ua: string } | { readonly address: string };

type Needs = { sessions: Sessions; mounted: Mounted; brands: Brands; pages: Record<LegalPage, LegalText> };

export function mountLegal(app: FastifyInstance, { sessions, mounted, brands, pages }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  const nameFor = (request: FastifyRequest) => brands.ofHost(request.hostname).name;
  on.open(readLegalPage, async ({ page, language }, _who, { request }) => {
    const text = pages[page];
    if ('address' in text) return { text: null, address: text.address };
    return { text: text[language].replaceAll('{brand}', () => nameFor(request)), address: null };
  });
}
