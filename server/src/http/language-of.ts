import type { FastifyRequest } from 'fastify';
import type { Language } from '#domain/people/index.ts';

/** The language that the person chose before in this browser, else the one that the browser prefers. */
export function languageOf(request: FastifyRequest): Language {
  const chosen = request.cookies['parley-language'];
  if (chosen === 'en' || chosen === 'ua') return chosen;
  return /(?:^|,)\s*uk\b/i.test(request.headers['accept-language'] ?? '') ? 'ua' : 'en';
}
