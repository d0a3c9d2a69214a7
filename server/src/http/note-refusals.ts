import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noteRefusal } from '#domain/audit/index.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { Problem } from '#platform/problem.ts';
import { apiPrefix } from './mount.ts';
import type { Sessions } from './sessions.ts';

/** A call that is forbidden to somebody who is signed in goes into the audit trail (SAFETY A54), after the answer is out. */
export function noteRefusals(
  app: FastifyInstance,
  { db, sessions, log }: { db: Database; sessions: Sessions; log: Log },
): void {
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { url } = request.routeOptions;
    if (reply.statusCode === 403 && url?.startsWith(`${apiPrefix}/`)) void note(request, url);
  });

  async function note(request: FastifyRequest, url: string): Promise<void> {
    try {
      const who = await sessions.find(request);
      if (!who || (await stillOwesCode(request))) return;
      const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
      await noteRefusal(db, who.person.userId, url.slice(apiPrefix.length + 1), from);
    } catch (error) {
      log.warn({ err: error }, 'a refusal could not be noted');
    }
  }

  /** Until the code is given nearly everything is refused, which is no news. */
  async function stillOwesCode(request: FastifyRequest): Promise<boolean> {
    try {
      await sessions.require(request);
      return false;
    } catch (error) {
      return error instanceof Problem && error.key.startsWith('google2fa');
    }
  }
}
