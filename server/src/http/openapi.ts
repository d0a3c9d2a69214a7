import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import {
  type Action,
  createSchema,
  type Entity,
  type Field,
  getBody,
  rowsPerWriteMax,
  updateSchema,
} from '#contract/entity.ts';
import { type ErrorKey, errors } from '#contract/errors.ts';
import {
  createBody,
  deleteBody,
  dependentsAnswer,
  dependentsBody,
  restoreBody,
  updateBody,
} from '#contract/generic-calls.ts';
import type { Mounted, MountedEntity } from './mount.ts';
import type { MountedTransfer } from './transfers.ts';

type Json = Record<string, unknown>;

const json = (schema: unknown): Json => ({ content: { 'application/json': { schema } } });
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
};
/** The whole API as OpenAPI 3.1, written by the contract that the calls are checked with. `cookie`: what a session's is called. */
export function describeApi({ calls, entities, transfers }: Mounted, cookie: string): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    paths[`/${call.path}`] = {
      [call.method.toLowerCase()]: {
        operationId: call.path,
        tags: [call.path.split('/')[0]],
        summary: call.about,
        security: call.access === 'public' ? [] : securityOf(call.scope),
        ...askedOf(call),
        responses: {
          200: { description: 'Done', ...json(success(schemaOf(call.answer, 'output'))) },
          ...problems(call.errors),
        },
      },
    };
  }
  for (const entity of entities) Object.assign(paths, entityPaths(entity));
  for (const transfer of transfers) {
    const path = `/${transfer.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [transfer.method.toLowerCase()]: transferOf(transfer, path) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '1',
      description:
        'Every call answers {"success": true, "data": …} or {"success": false, "errors": [{key, message, field, values}]}.',
    },
    servers: [{ url: '/v1/api' }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token, made under Settings. It needs the scope that the call names, and may do no more than its person. Calls without `token` are for people.',
        },
      },
    },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
  };
}

/** What is asked by GET stands in the address. */
function askedOf({ method, data }: Call): Json {
  if (method === 'POST') return { requestBody: json(schemaOf(z.strictObject({ data }), 'input')) };
  return { parameters: parametersOf(data) };
}

const objectSchemaOf = (of: z.ZodType) => schemaOf(of, 'input') as { properties?: Json; required?: string[] };

function parametersOf(data: z.ZodType): Json[] {
  const { properties = {}, required = [] } = objectSchemaOf(data); // all calls take objects
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
  }));
}

const bytes = { type: 'string', format: 'binary' };

function transferOf(the: MountedTransfer, path: string): Json {
  const { sends, takes } = the;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: name === 'id' ? 'integer' : 'string' } },
  }));
  const behind = the.query ? parametersOf(the.query) : [];
  const file = takes?.files === 'several' ? { type: 'array', items: bytes } : bytes;
  const { properties = {}, required = [] } = takes?.texts ? objectSchemaOf(takes.texts) : {};
  const form = { type: 'object', properties: { ...properties, file }, required: [...required, 'file'] };
  const done =
    sends === null
      ? { 303: { description: 'Leads there' } }
      : {
          200: {
            description: 'Done',
            ...(typeof sends === 'string'
              ? { content: { [sends]: { schema: bytes } } }
              : json(success(schemaOf(sends, 'output')))),
          },
        };
  return {
    operationId: `${the.path.replaceAll('/:', '/by-')}`,
    tags: [the.path.split('/')[0]],
    summary: the.about,
    security: the.for === 'sites' ? [] : securityOf(the.for === 'people' ? undefined : the.for),
    ...(inPath.length + behind.length > 0 && { parameters: [...inPath, ...behind] }),
    ...(takes && { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }),
    responses: { ...done, ...problems(the.errors) },
  };
}

/** Why any of the generic calls may be refused, and why each. A field's own rules have keys of their own besides. */
const anywhere = ['malformed_request', 'unauthorized', 'forbidden', 'unknown_field', 'too_many_requests'] as const;
const refusals = {
  get: ['unknown_operator', 'invalid_value', 'limit_reached'],
  create: ['required', 'invalid_value', 'too_short', 'too_long', 'not_found', 'not_unique', 'limit_reached'],
  update: [
    ...(['filter_required', 'unknown_operator', 'invalid_value', 'too_short', 'too_long', 'not_found'] as const),
    ...(['not_unique', 'limit_reached', 'conflict'] as const),
  ],
  delete: ['filter_required', 'unknown_operator', 'not_found', 'limit_reached', 'has_dependents', 'above_own_rights'],
  restore: [
    'filter_required',
    'unknown_operator',
    'not_found',
    'limit_reached',
    'name_in_use_by_now',
    'belongs_to_disabled',
  ],
  dependents: ['filter_required', 'unknown_operator', 'not_found', 'limit_reached'],
} as const satisfies Record<string, readonly ErrorKey[]>;

/** The generic calls, by the schemas that they read with. */
function entityPaths({ of, creates, isMadeByPrograms, masked }: MountedEntity): Record<string, Json> {
  const { name } = of;
  const answer = (key: string, row: Json): Json => success(objectOf({ [key]: { type: 'array', items: row } }));
  const ids = { type: 'object', properties: { id: { type: 'integer' } } };
  const operation = (
    path: string,
    of: { may: string | undefined; summary: string; body: z.ZodType; answer: Json; errors: readonly ErrorKey[] },
  ) => ({
    [`/${path}`]: {
      post: {
        operationId: path,
        tags: [name],
        summary: of.summary,
        security: securityOf(of.may),
        requestBody: json(schemaOf(of.body, 'input')),
        responses: {
          200: { description: 'Done', ...json(of.answer) },
          ...problems([...anywhere, ...of.errors]),
        },
      },
    },
  });
  const plain = (
    action: keyof typeof refusals,
    the: { may?: Action; summary: string; body: z.ZodType; answer: Json },
  ) => operation(`${name}/${action}`, { ...the, may: `${name}.${the.may ?? action}`, errors: refusals[action] });
  const found = { filter: true } as const;

  const page = answer(name, rowSchema(of)) as { properties: Json };
  const total = { total: { type: 'integer' }, total_is_capped: { type: 'boolean' } };
  const masks = Object.fromEntries(masked.map((field) => [field, { const: '***' }]));
  const calls: Partial<Record<Action | 'dependents', () => Record<string, Json>>> = {
    get: () =>
      plain('get', {
        ...{ summary: `Lists ${name}: at most 100 rows, the total exact up to 10,000`, body: getBody },
        answer: { ...page, properties: { ...page.properties, ...total } },
      }),
    create: () =>
      Object.assign(
        {},
        ...Object.entries(creates).map(([as, key]) =>
          operation(`${as}/create`, {
            ...{ may: isMadeByPrograms ? `${name}.create` : undefined, summary: `Creates ${name}: all or none` },
            body: createBody.extend({ data: z.array(createSchema(of)).min(1).max(rowsPerWriteMax) }),
            ...{ answer: answer(key, rowSchema(of, masks)), errors: refusals.create },
          }),
        ),
      ),
    update: () =>
      plain('update', {
        ...{ summary: `Changes the ${name} that the filter finds`, answer: answer(name, rowSchema(of)) },
        body: updateBody.required(found).extend({ data: updateSchema(of) }),
      }),
    delete: () =>
      plain('delete', {
        ...{ summary: `Disables ${name}; they can be restored`, body: deleteBody.required(found) },
        answer: answer(name, ids),
      }),
    restore: () =>
      plain('restore', {
        ...{ summary: `Restores disabled ${name}`, body: restoreBody.required(found) },
        answer: answer(name, ids),
      }),
    dependents: () =>
      plain('dependents', {
        ...{ may: 'delete', summary: `What depends on the ${name} that the filter finds` },
        body: dependentsBody.required(found),
        answer: success(objectOf({ dependents: schemaOf(dependentsAnswer, 'output') })),
      }),
  };
  const mounted = [...of.actions, ...(of.dependents.length > 0 ? (['dependents'] as const) : [])];
  return Object.assign({}, ...mounted.map((action) => calls[action]?.()));
}

/** A browser's session, and where programs are let in, a token with the scope. */
const securityOf = (scope: string | undefined): Json[] =>
  scope === undefined ? [{ session: [] }] : [{ session: [] }, { token: [scope] }];

/** What a row may hold, and by which operators each field is found. Dotted fields become objects, as they travel. */
function rowSchema(of: Entity, more: Json = {}): Json {
  const properties: Json = { ...more };
  for (const [name, field] of Object.entries(of.fields).filter(([, one]) => one.readable)) {
    const schema = { ...schemaOf(field.value, 'output'), description: wordsOf(field) };
    const [head = '', ...tail] = name.split('.');
    if (tail.length === 0) properties[head] = schema;
    else properties[head] = within(properties[head], tail.join('.'), schema);
  }
  return { type: 'object', properties, additionalProperties: false };
}

const within = (head: unknown, name: string, schema: Json): Json => {
  const { properties = {} } = (head ?? {}) as { properties?: Json }; // made right here
  return { type: 'object', properties: { ...properties, [name]: schema }, additionalProperties: false };
};

const wordsOf = (field: Field): string =>
  [
    field.filter.length > 0 ? `filter: ${field.filter.join(' ')}` : '',
    field.sort ? 'sort' : '',
    field.write === 'never' ? '' : `write: ${field.write}`,
  ]
    .filter(Boolean)
    .join('; ');

const objectOf = (properties: Json): Json => {
  return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false };
};

const success = (data: Json): Json => ({
  type: 'object',
  required: ['success', 'data'],
  properties: { success: { const: true }, data },
});

function problems(keys: readonly ErrorKey[]): Json {
  const byStatus = Map.groupBy(keys, (key) => errors[key][0]);
  const entries = [...byStatus].map(([status, of]): [string, Json] => [
    String(status),
    { description: of.map((key) => `\`${key}\`: ${errors[key][1]}`).join('\n\n') },
  ]);
  return Object.fromEntries(entries);
}
