import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import {
  type Additional,
  checkIntegration,
  type IntegrationChecked,
  integrationHistory,
  isTokenOf,
  lookAtIntegration,
} from '#contract/integrations.ts';
import { accountHistoryOf } from '#domain/channel-accounts/index.ts';
import {
  auth1Context,
  auth2Context,
  findIntegration,
  readBotPicture,
  requireSecretsAgain,
  type SealedIntegration,
} from '#domain/integrations/index.ts';
import type { Person } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import { openIfOurs, type Secrets } from '#platform/secrets.ts';
import { apiPrefix, callMounter, type Mounted } from '../mount.ts';
import { sendPicture } from '../send-picture.ts';
import type { Sessions } from '../sessions.ts';
import { passes } from '../transfers.ts';

/** What the messengers' channel and flow do for these calls; built where all rooms are known. */
export type MessengerDoor = {
  check(the: {
    additional: Additional;
    token: string;
    appSecret: string | null;
    apiUrl: string | null;
  }): Promise<IntegrationChecked>;
  look(
    at: Pick<SealedIntegration, 'id' | 'companyId' | 'settingsVersion' | 'failures'>,
  ): Promise<IntegrationChecked | undefined>;
};

type Needs = {
  db: Database;
  sessions: Sessions;
  files: Files;
  mounted: Mounted;
  secrets: Secrets;
  messengers: MessengerDoor;
  limits: Limits;
};

const botPicture = passes({
  about: 'The picture of a bot, by the name that `integrations/get` tells',
  for: 'integrations.get',
  sends: 'image/webp',
  errors: ['not_found'],
});

// A check asks a messenger, or a server somebody named: neither a tool for trying tokens nor for knocking on doors.
const checks: Limit = { name: 'messenger-checks', points: 30, seconds: 60 };

export function mountIntegrations(app: FastifyInstance, the: Needs): void {
  const { db, sessions, files, mounted, secrets, messengers, limits } = the;
  const on = callMounter(app, sessions, mounted);

  on.withScope(checkIntegration, async (data, { person }) => {
    if (!person.companies.includes(data.company_id)) throw new Problem('not_found', { field: 'data.company_id' });
    if (!person.may(data.company_id, 'integrations.create')) throw new Problem('forbidden');
    await limits.take(checks, { person: person.userId });
    const saved = data.id === undefined ? undefined : await integrationOf(person, data.id, 'integrations.update');
    if (saved) await db.transaction({ companies: person.companies }, (tx) => requireSecretsAgain(tx, [saved.id], data));
    return messengers.check(questionOf(data, saved && keptOf(saved)));
  });

  on.withScope(lookAtIntegration, async ({ id }, { person }) => {
    const integration = await integrationOf(person, id, 'integrations.update');
    await limits.take(checks, { person: person.userId });
    const found = await messengers.look(integration);
    if (!found) throw new Problem('not_found', { field: 'data.id' });
    return found;
  });

  on.withScope(integrationHistory, async ({ id }, { person }) => {
    await integrationOf(person, id, 'integrations.get');
    return { entries: await db.transaction({ companies: person.companies }, (tx) => accountHistoryOf(tx, id)) };
  });

  app.get<{ Params: { name: string } }>(`${apiPrefix}/bot-pictures/:name`, botPicture, async (request, reply) => {
    const { person } = await sessions.admit(request, 'integrations.get');
    return sendPicture(reply, await readBotPicture({ db, files }, person, request.params.name));
  });

  async function integrationOf(person: Person, id: number, privilege: string): Promise<SealedIntegration> {
    const integration = await db.transaction({ companies: person.companies }, (tx) => findIntegration(tx, id));
    if (!integration || !person.may(integration.companyId, 'integrations.get'))
      throw new Problem('not_found', { field: 'data.id' });
    if (!person.may(integration.companyId, privilege)) throw new Problem('forbidden');
    return integration;
  }

  const keptOf = ({ sealedToken, sealedAppSecret, messenger, apiUrl }: SealedIntegration): Kept => ({
    ...{ messenger, apiUrl },
    token: openIfOurs(secrets, sealedToken, auth1Context),
    appSecret: sealedAppSecret === null ? undefined : openIfOurs(secrets, sealedAppSecret, auth2Context),
  });
}

/** What is not there, or cannot be opened any more, is asked for. */
type Kept = Pick<SealedIntegration, 'messenger' | 'apiUrl'> & {
  readonly token: string | undefined;
  readonly appSecret: string | undefined;
};

/** What was given, and for the rest what is kept. */
function questionOf(data: z.output<typeof checkIntegration.data>, saved: Kept | undefined) {
  const { additional } = data;
  if (saved && saved.messenger !== additional.messenger)
    throw new Problem('invalid_value', { field: 'data.additional.messenger' });
  const token = data.auth1 ?? saved?.token;
  if (token === undefined) throw new Problem('required', { field: 'data.auth1' });
  if (!isTokenOf(additional.messenger, token)) throw new Problem('token_malformed', { field: 'data.auth1' });
  const appSecret = data.auth2 ?? saved?.appSecret ?? null;
  if (additional.messenger === 'whatsapp' && appSecret === null) throw new Problem('required', { field: 'data.auth2' });
  const apiUrl = data.api_url === undefined ? (saved?.apiUrl ?? null) : data.api_url;
  return { additional, token, appSecret, apiUrl };
}
