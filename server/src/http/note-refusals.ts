import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorKey } from '#contract/errors.ts';
import { noteRefusal } from '#domain/audit/index.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { apiPrefix } from './mount.ts';
import type { Sessions } from './sessions.ts';

/** A call that is forbidden to a person or to their API token goes into the audit trail (SAFETY A54), after the answer is out. */
export function noteRefusals(
  app: FastifyInstance,
  { db, sessions, log }: { db: Database; sessions: Sessions; log: Log },
): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { url } = request.routeOptions;
    const isRefused = reply.statusCode === 403 && !(reply.refusedWith && owed.has(reply.refusedWith));
    if (isRefused && url?.startsWith(`${apiPrefix}/`)) void note(request, url);
  });

  async function note(request: FastifyRequest, url: string): Promise<void> {
    try {
      const userId = await sessions.findAccount(request);
      if (userId === undefined) return;
      const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
      await noteRefusal(db, userId, url.slice(apiPrefix.length + 1), from);
    } catch (error) {
      log.warn({ err: error }, 'a refusal could not be noted');
    }
  }
}

/** Who only has to do something first, as the desk then asks of them, is no news; nor whoever works where nobody may. */
const owed: ReadonlySet<ErrorKey> = new Set([
  'google2fa_required',
  'google2fa_setup_required',
  'password_needed',
  'sign_in_needed',
  'email_not_confirmed',
  'company_suspended',
]);
