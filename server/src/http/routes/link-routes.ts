import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { linkAddress } from '#domain/links/index.ts';
import type { Database } from '#platform/database.ts';
import { parse } from '#platform/parse.ts';
import { html, plainPage } from '#platform/plain-page.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { languageOf } from '../language-of.ts';
import { apiPrefix } from '../mount.ts';
import type { Sessions } from '../sessions.ts';
import { idOf } from './file-routes.ts';

type Needs = { db: Database; sessions: Sessions; secrets: Secrets; apiUrl: () => string };

const fromWhere = z.strictObject({ ticket: z.string().max(20) });

/**
 * Leads from a ticket to a page of the company's own. Where to, and with which token, is decided when somebody follows it:
 * the page they come from holds neither. It changes nothing, so it may be followed as often as one likes.
 */
export function mountLinks(app: FastifyInstance, { db, sessions, secrets, apiUrl }: Needs): void {
  app.get<{ Params: { id: string } }>(`${apiPrefix}/links/:id/open`, async (request, reply) => {
    try {
      const { person } = await sessions.admit(request, 'links.get');
      const the = { linkId: idOf(request.params.id), ticketId: idOf(parse(fromWhere, request.query).ticket) };
      const issuer = new URL(apiUrl()).origin;
      const address = await db.transaction({ companies: person.companies }, (tx) =>
        linkAddress(tx, the, person, { secrets, issuer }),
      );
      return reply.header('referrer-policy', 'no-referrer').redirect(address, 303);
    } catch (error) {
      // Somebody reads this in a page of its own.
      if (!(error instanceof Problem) || !(error.key in words)) throw error;
      const language = languageOf(request);
      const { title, text } = words[error.key as keyof typeof words][language];
      return reply
        .code(error.key === 'not_found' ? 404 : 401)
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
        )
        .send(plainPage({ title, language: language === 'ua' ? 'uk' : 'en', body: [html`<p>${text}</p>`] }));
    }
  });
}

const words = {
  not_found: {
    en: { title: 'This link leads nowhere', text: 'It was disabled, or this ticket is not one of yours any more.' },
    ua: { title: 'Це посилання нікуди не веде', text: 'Його вимкнено, або це звернення вже не ваше.' },
  },
  unauthorized: {
    en: { title: 'Sign in first', text: 'Your session has ended. Sign in, and follow the link again.' },
    ua: { title: 'Спершу увійдіть', text: 'Ваш сеанс завершився. Увійдіть і перейдіть за посиланням ще раз.' },
  },
} as const;
