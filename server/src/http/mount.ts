import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { type Entity, getBody, rowsPerWriteMax } from '#contract/entity.ts';
import { createBody, deleteBody, dependentsBody, restoreBody, updateBody } from '#contract/generic-calls.ts';
import type { Session } from '#domain/accounts/index.ts';
import type { Person } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import { dependentsOf, findDependents } from '#platform/entities/dependents.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { getRows } from '#platform/entities/get-rows.ts';
import { disableRows, restoreRows } from '#platform/entities/mark-rows.ts';
import { asProblem } from '#platform/entities/store-rows.ts';
import { createRows, updateRows } from '#platform/entities/write-rows.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import type { Sessions, SignedIn } from './sessions.ts';
import type { MountedTransfer } from './transfers.ts';
import { sendData, sendRows } from './wire.ts';

export const apiPrefix = '/v1/api';

export type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply };
type Handler<C extends Call, Who> = (
  data: z.output<C['data']>,
  who: Who,
  asked: Asked,
) => Promise<z.input<C['answer']>>;

/** Everything that is behind an address, for the API's own description. */
export type Mounted = {
  readonly calls: Call[];
  readonly entities: MountedEntity[];
  readonly transfers: MountedTransfer[];
};
export type MountedEntity = {
  readonly of: Entity;
  /** The names of `create`, and under what each answers. */
  readonly creates: Readonly<Record<string, string>>;
  /** Whether API tokens make `create` too. */
  readonly isMadeByPrograms: boolean;
  readonly masked: readonly string[];
};
export const createMounted = (): Mounted => ({ calls: [], entities: [], transfers: [] });

/** Puts calls of the contract behind their addresses. The answer is checked too: nothing leaves that the contract does not name. */
export function callMounter(app: FastifyInstance, sessions: Sessions, mounted: Mounted) {
  function mount<C extends Call, Who>(
    call: C,
    find: (request: FastifyRequest) => Promise<Who>,
    handle: Handler<C, Who>,
  ): void {
    mounted.calls.push(call);
    const envelope = z.strictObject({ data: call.data });
    const unwrap = (request: FastifyRequest): z.output<C['data']> => {
      if (call.method === 'GET') return parse(call.data, request.query ?? {}) as z.output<C['data']>;
      // A call that takes nothing may come without a body, or with an empty one.
      const { body } = request;
      const isEmpty = body === undefined || (isObject(body) && Object.keys(body).length === 0);
      return parse(envelope, isEmpty ? { data: {} } : body).data as z.output<C['data']>; // the envelope's schema is made of this very one
    };
    app.route({
      method: call.method,
      url: `${apiPrefix}/${call.path}`,
      config: {
        ...{ isCall: true, isDescribed: true },
        ...{ takesTokens: call.scope !== undefined, isForSites: call.isForSites },
      },
      handler: async (request, reply) => {
        const who = await find(request);
        const answer = await handle(unwrap(request), who, { request, reply });
        return sendData(reply, call.answer.parse(answer));
      },
    });
  }

  return {
    /** For `access: 'public'`. Which session the browser has is told, and nothing of the person: nobody was let in. */
    open: <C extends Call>(call: C, handle: Handler<C, Session | undefined>): void => {
      if (call.access !== 'public' || call.isForSites) throw new Error(`${call.path} is not for everybody`);
      mount(call, async (request) => (await sessions.find(request))?.session, handle);
    },
    /** For calls that pages of other sites make: nobody's session is looked at. Browsers ask beforehand whether they may. */
    forSites: <C extends Call>(call: C, handle: Handler<C, undefined>): void => {
      if (!call.isForSites) throw new Error(`${call.path} is for our own pages`);
      mount(call, async () => undefined, handle);
      app.options(`${apiPrefix}/${call.path}`, { config: { isForSites: true } }, async (_request, reply) =>
        reply.code(204).headers(preflight).send(),
      );
    },
    /** For every other access: nobody reaches the handler whom the contract does not let in. */
    signedIn: <C extends Call>(call: C, handle: Handler<C, SignedIn>): void => {
      const { access } = call;
      if (access === 'public') throw new Error(`${call.path} is for everybody`);
      if (call.scope !== undefined) throw new Error(`${call.path} is for programs too`);
      mount(call, (request) => sessions.require(request, access), handle);
    },
    /** For calls with a `scope`: people, and programs whose API token has it. */
    withScope: <C extends Call>(call: C, handle: Handler<C, { readonly person: Person }>): void => {
      const { scope } = call;
      if (scope === undefined) throw new Error(`${call.path} has no scope`);
      mount(call, (request) => sessions.admit(request, scope), handle);
    },
  };
}

export const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '7200',
};

const forPrograms = { config: { takesTokens: true, isDescribed: true } };

/** Rows stay for ever: they are counted, however many a call makes. */
const creations: Limit = { name: 'creations', points: 3000, seconds: 60 };

type Overrides = { create?: (data: unknown, who: SignedIn, requestId?: string) => Promise<readonly number[]> };

/** How many rows are asked for; what is no list of them, or too long a one, is refused where it is read. */
function rowsIn(request: FastifyRequest): number {
  const data = isObject(request.body) ? request.body.data : undefined;
  return Array.isArray(data) && data.length <= rowsPerWriteMax ? Math.max(data.length, 1) : 1;
}

function askedOf(request: FastifyRequest): { data: unknown; requestId: string | undefined } {
  const { data, request_id: requestId } = parse(createBody, request.body ?? {});
  if (data === undefined) throw new Problem('required', { field: 'data' });
  return { data, requestId };
}

/** Puts the generic calls of an entity behind their addresses (SPEC section 7). `aliases` are further names of create, and under what each answers. */
export function mountEntity(
  app: FastifyInstance,
  of: EntityTable,
  the: {
    db: Database;
    sessions: Sessions;
    wake: Wake;
    mounted: Mounted;
    limits: Limits;
    aliases?: Readonly<Record<string, string>>;
    /** Secrets that the answer of `create` names all the same, as `***`: SPEC section 7 of `integrations/create`. */
    masked?: readonly string[];
  } & Overrides,
): void {
  const { db, sessions, wake, limits } = the;
  const { name, actions }: Entity = of.entity;
  const creates = { [name]: name, ...the.aliases };
  const masked = the.masked ?? [];
  the.mounted.entities.push({ of: of.entity, creates, isMadeByPrograms: !the.create, masked });
  const at = (action: string, as = name) => `${apiPrefix}/${as}/${action}`;
  const told = <T>(written: T, changed = [name]): T => {
    wake.nudge('events');
    if (changed.includes('mailboxes')) wake.nudge('mailboxes');
    if (changed.includes('integrations')) wake.nudge('integrations');
    // From where a company is reached, and who is in which team, decides what people see.
    if (changed.includes('companies') || changed.includes('teams')) wake.nudge('sessions');
    return written;
  };

  if (actions.includes('get')) {
    app.post(at('get'), forPrograms, async (request, reply) => {
      const { person } = await sessions.admit(request, `${name}.get`);
      const page = await getRows(db, of, parse(getBody, request.body ?? {}), person);
      return sendRows(reply, name, page.rowsJson, page);
    });
  }
  if (actions.includes('create')) {
    for (const [as, answered] of Object.entries(creates)) {
      app.post(at('create', as), forPrograms, async (request, reply) => {
        if (the.create) {
          // What comes with a new one of these, such as a role in a company, is for people.
          const who = await sessions.require(request);
          await limits.take(creations, { person: who.person.userId }, rowsIn(request));
          const { data, requestId } = askedOf(request);
          const ids = await the.create(data, who, requestId).catch((error: unknown) => {
            throw asProblem(of, error, 'data[0]');
          });
          sessions.changed();
          const mine = await sessions.require(request);
          const page = await getRows(db, of, { filter: { conditions: [['id', 'in', [...ids]]] } }, mine.person);
          return sendRows(reply, name, told(page.rowsJson));
        }
        const { person } = await sessions.admit(request, `${name}.create`);
        await limits.take(creations, { person: person.userId }, rowsIn(request));
        const { data, requestId } = askedOf(request);
        const written = await createRows(db, of, data, person, requestId);
        return sendRows(reply, answered, told(withMasks(written.rowsJson, masked)));
      });
    }
  }
  if (actions.includes('update')) {
    app.post(at('update'), forPrograms, async (request, reply) => {
      const { person } = await sessions.admit(request, `${name}.update`);
      const body = parse(updateBody, request.body ?? {});
      const written = await updateRows(db, of, body, person);
      return sendRows(reply, name, told(written.rowsJson));
    });
  }
  if (actions.includes('delete')) {
    app.post(at('delete'), forPrograms, async (request, reply) => {
      const { person } = await sessions.admit(request, `${name}.delete`);
      const written = await disableRows(db, of, parse(deleteBody, request.body ?? {}), person);
      return sendRows(reply, name, told(written.rowsJson, [name, ...written.touched]));
    });
  }
  if (actions.includes('restore')) {
    app.post(at('restore'), forPrograms, async (request, reply) => {
      const { person } = await sessions.admit(request, `${name}.restore`);
      const written = await restoreRows(db, of, parse(restoreBody, request.body ?? {}), person);
      return sendRows(reply, name, told(written.rowsJson, [name, ...written.touched]));
    });
  }
  if (dependentsOf(of.entity).length > 0) {
    app.post(at('dependents'), forPrograms, async (request, reply) => {
      const { person } = await sessions.admit(request, `${name}.delete`);
      const { filter } = parse(dependentsBody, request.body ?? {});
      return sendData(reply, { dependents: await findDependents(db, of, filter, person) });
    });
  }
}

function withMasks(rowsJson: string, names: readonly string[]): string {
  if (names.length === 0) return rowsJson;
  const masks = Object.fromEntries(names.map((name) => [name, '***']));
  return JSON.stringify((JSON.parse(rowsJson) as object[]).map((row) => ({ ...row, ...masks })));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
