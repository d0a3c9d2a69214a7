import type { FastifyInstance } from 'fastify';
import { addAiConfig as addCall, aiSettings, deleteAiConfig as deleteCall } from '#contract/user-ai-configs.ts';
import { aiFeaturesOf } from '#domain/people/index.ts';
import {
  addAiConfig,
  deleteAiConfig,
  listAiConfigs,
  type NewAiConfig,
  requireRoomFor,
} from '#domain/user-ai-configs/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  secrets: Secrets;
  limits: Limits;
  /** Throws where the provider has no such model for this key. */
  askForModel: (the: NewAiConfig) => Promise<void>;
};

// Each asks a server somebody named: neither a tool for trying keys nor for knocking on doors.
const checks: Limit = { name: 'ai-provider-checks', points: 10, seconds: 60 };

/** Providers of language models that people keep for themselves. */
export function mountUserAiConfigs(app: FastifyInstance, the: Needs): void {
  const { db, sessions, mounted, secrets, limits, askForModel } = the;
  const on = callMounter(app, sessions, mounted);

  on.signedIn(aiSettings, async (_data, { person }) => ({
    ai_features: aiFeaturesOf(person),
    'user-ai-config': await listAiConfigs(db, person.userId),
  }));

  on.signedIn(addCall, async (data, { person }) => {
    if (!aiFeaturesOf(person).includes('own_provider')) throw new Problem('forbidden');
    await limits.take(checks, { person: person.userId });
    const asked = { ...data, name: data.name.trim(), base_url: data.base_url.replace(/(?<!\/)\/+$/, '') };
    await requireRoomFor(db, person.userId, asked.name);
    const started = performance.now();
    await askForModel(asked);
    const took_ms = Math.round(performance.now() - started);
    return { 'user-ai-config': [await addAiConfig(db, secrets, person.userId, asked)], took_ms };
  });

  on.signedIn(deleteCall, async ({ id }, { person }) => {
    await deleteAiConfig(db, person.userId, id);
    return {};
  });
}
