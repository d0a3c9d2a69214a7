import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { linkAddress } from '#domain/links/index.ts';
import type { Brands } from '#platform/brands/brands.ts';
import type { Database } from '#platform/database.ts';
import { parse } from '#platform/parse.ts';
import { html, plainPage } from '#platform/plain-page.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { languageOf } from '../language-of.ts';
import { apiPrefix } from '../mount.ts';
import type { Sessions } from '../sessions.ts';
import { passes } from '../transfers.ts';
import { idOf } from './file-routes.ts';

type Needs = { db: Database; sessions: Sessions; secrets: Secrets; brands: Brands; apiUrl: () => string };

const fromWhere = z.strictObject({ ticket: z.string().max(20) });

const opening = passes({
  about: 'Leads from a ticket to where a link of the company leads',
  for: 'people',
  query: fromWhere,
  sends: null,
  errors: ['not_found', 'not_in_this_state', 'foreign_origin'],
});

/**
 * Leads from a ticket to a page of the company's own. Where to, and with which token, is decided when somebody follows it:
 * the page they come from holds neither. It changes nothing, so it may be followed as often as one likes; by people alone,
 * because the token says who they are to systems that know nothing of a program's scopes.
 */
export function mountLinks(app: FastifyInstance, { db, sessions, secrets, brands, apiUrl }: Needs): void {
  app.get<{ Params: { id: string } }>(`${apiPrefix}/links/:id/open`, opening, async (request, reply) => {
    try {
      // Nobody is led there, and signed in, by a page or a letter of somebody else. Old browsers and plain `http:` do not say.
      if (!['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site'] as string | undefined))
        throw new Problem('foreign_origin');
      const { person } = await sessions.require(request);
      const the = { linkId: idOf(request.params.id), ticketId: idOf(parse(fromWhere, request.query).ticket) };
      const issuer = new URL(apiUrl()).origin;
      const address = await db.transaction({ companies: person.companies }, (tx) =>
        linkAddress(tx, the, person, { secrets, issuer }),
      );
      return reply.header('referrer-policy', 'no-referrer').redirect(address, 303);
    } catch (error) {
      // Somebody reads this in a page of its own.
      if (!(error instanceof Problem)) throw error;
      const language = languageOf(request);
      const { title, text } = Object.hasOwn(words, error.key)
        ? words[error.key as keyof typeof words][language]
        : refused(brands.ofHost(request.hostname).name)[language];
      return reply
        .code(error.status)
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
  foreign_origin: {
    en: { title: 'Follow it from the ticket', text: 'Another page led you here. The link stands beside the ticket.' },
    ua: {
      title: 'Перейдіть зі звернення',
      text: 'Сюди вас привела інша сторінка. Посилання стоїть поруч зі зверненням.',
    },
  },
  too_long: {
    en: { title: 'This link is too long', text: 'Browsers would cut its address. An administrator can shorten it.' },
    ua: { title: 'Це посилання задовге', text: 'Браузери обріжуть його адресу. Адміністратор може її скоротити.' },
  },
  not_in_this_state: {
    en: {
      title: 'Its secret is missing',
      text: 'This link cannot be signed. An administrator can enter its secret again.',
    },
    ua: {
      title: 'Бракує його секрету',
      text: 'Це посилання неможливо підписати. Адміністратор може ввести його секрет ще раз.',
    },
  },
} as const;
/** A code that is owed, a company that rests, an address that is not let in. */
const refused = (brand: string) => ({
  en: { title: 'You cannot go there now', text: `Open ${brand}: it says why.` },
  ua: { title: 'Зараз туди не можна', text: `Відкрийте ${brand}: там сказано чому.` },
});
