import { z } from 'zod';
import { createSchema, type Entity, type Field, getBody, updateSchema } from '#contract/entity.ts';
import { type ErrorKey, errors } from '#contract/errors.ts';
import type { Mounted } from './mount.ts';

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
const filter: Json = {
  type: 'object',
  required: ['conditions'],
  properties: { conditions: { type: 'array', items: { type: 'array', description: '[field, operator, value]' } } },
};

/** The whole API as OpenAPI 3.1, written by the contract that the calls are checked with. */
export function describeApi({ calls, entities }: Mounted): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const body =
      call.method === 'POST'
        ? {
            requestBody: json({
              type: 'object',
              required: ['data'],
              properties: { data: schemaOf(call.data, 'input') },
            }),
          }
        : {};
    paths[`/${call.path}`] = {
      [call.method.toLowerCase()]: {
        operationId: call.path,
        tags: [call.path.split('/')[0]],
        summary: call.about,
        security: call.access === 'public' ? [] : securityOf(call.scope),
        ...body,
        responses: {
          200: { description: 'Done', ...json(success(schemaOf(call.answer, 'output'))) },
          ...problems(call.errors),
        },
      },
    };
  }
  for (const { of, creates } of entities) Object.assign(paths, entityPaths(of, creates));
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
        session: { type: 'apiKey', in: 'cookie', name: 'parley' },
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

function entityPaths(of: Entity, creates: readonly string[]): Record<string, Json> {
  const rows = { type: 'object', properties: { [of.name]: { type: 'array', items: rowSchema(of) } } };
  const ids = {
    type: 'object',
    properties: { [of.name]: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } } },
  };
  const operation = (action: string, summary: string, body: unknown, answer: Json): Json => ({
    post: {
      operationId: `${of.name}/${action}`,
      tags: [of.name],
      summary,
      security: securityOf(`${of.name}.${action}`),
      requestBody: json(body),
      responses: {
        200: { description: 'Done', ...json(answer) },
        ...problems(['unauthorized', 'forbidden', 'unknown_field', 'not_found']),
      },
    },
  });
  const all: Record<string, Json> = {};
  if (of.actions.includes('get')) {
    const page = success(rows) as { properties: Json };
    all[`/${of.name}/get`] = operation(
      'get',
      `Lists ${of.name}: at most 100 rows, the total exact up to 10,000`,
      schemaOf(getBody, 'input'),
      {
        ...page,
        properties: { ...page.properties, total: { type: 'integer' }, total_is_capped: { type: 'boolean' } },
      },
    );
  }
  if (of.actions.includes('create')) {
    for (const name of creates) {
      const data = { type: 'array', items: schemaOf(createSchema(of), 'input') };
      all[`/${name}/create`] = operation(
        'create',
        `Creates ${of.name}: all or none`,
        { type: 'object', required: ['data'], properties: { data } },
        success(rows),
      );
    }
  }
  if (of.actions.includes('update')) {
    const body = {
      type: 'object',
      required: ['data', 'filter'],
      properties: { data: schemaOf(updateSchema(of), 'input'), filter },
    };
    all[`/${of.name}/update`] = operation(
      'update',
      `Changes the ${of.name} that the filter finds`,
      body,
      success(rows),
    );
  }
  for (const action of ['delete', 'restore'] as const) {
    if (!of.actions.includes(action)) continue;
    const summary = action === 'delete' ? `Disables ${of.name}; they can be restored` : `Restores disabled ${of.name}`;
    all[`/${of.name}/${action}`] = operation(
      action,
      summary,
      { type: 'object', required: ['filter'], properties: { filter } },
      success(ids),
    );
  }
  return all;
}

/** A browser's session, and where programs are let in, a token with the scope. */
const securityOf = (scope: string | undefined): Json[] =>
  scope === undefined ? [{ session: [] }] : [{ session: [] }, { token: [scope] }];

/** What a row may hold, and by which operators each field is found. */
function rowSchema(of: Entity): Json {
  const readable = Object.entries(of.fields).filter(([, field]) => field.readable);
  return {
    type: 'object',
    properties: Object.fromEntries(
      readable.map(([name, field]) => [name, { ...schemaOf(field.value, 'output'), description: wordsOf(field) }]),
    ),
  };
}

const wordsOf = (field: Field): string =>
  [
    field.filter.length > 0 ? `filter: ${field.filter.join(' ')}` : '',
    field.sort ? 'sort' : '',
    field.write === 'never' ? '' : `write: ${field.write}`,
  ]
    .filter(Boolean)
    .join('; ');

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
