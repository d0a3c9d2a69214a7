import type { FastifyInstance } from 'fastify';
import { allSettings, changeSettings, languageNames, languages, settingsLanguages } from '#contract/settings.ts';
import { changeSettings as change, readSettings } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';
import type { CleanHtml } from './ticket-routes.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake; cleanHtml: CleanHtml };

/** What a person prefers. */
export function mountSettings(app: FastifyInstance, { db, sessions, mounted, wake, cleanHtml }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.signedIn(allSettings, async (_data, { person }) => ({ settings: await readSettings(db, person.userId) }));

  on.signedIn(changeSettings, async ({ signature, ...data }, { person }) => {
    const settings = await change(db, person.userId, {
      ...data,
      ...(signature === undefined ? {} : { signature: await cleanSignature(signature) }),
    });
    wake.nudge('events');
    return { settings };
  });

  on.open(settingsLanguages, async () => ({ languages: languages.map((code) => ({ code, ...languageNames[code] })) }));

  /** By the rules of a reply, of which it becomes a part. Nothing but blanks is none. */
  async function cleanSignature(html: string): Promise<string> {
    const clean = await cleanHtml(html);
    return clean.text.trim() === '' ? '' : clean.html;
  }
}
