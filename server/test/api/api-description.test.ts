import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { aChangeOf, aRowOf, calls, entities } from './contract-registry.ts';
import type { TestParley } from './parley-in-process.ts';
import { listPayloads, payloads } from './payloads.ts';
import { byId } from './rows-of.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aPixel, type Shop } from './two-companies.ts';

type Media = { content: { 'application/json': { schema: z.core.JSONSchema.JSONSchema } } };
type Operation = {
  operationId: string;
  parameters?: { name: string; required: boolean }[];
  requestBody?: Media;
  responses: Record<string, Media>;
};

let at: TestParley;
let ours: Shop;
let text: string;
let paths: Record<string, { get?: Operation; post?: Operation }>;
shopsAtHand((it) => ({ at, ours } = it));
beforeAll(async () => {
  ({ text } = await at.stranger().get('openapi.json'));
  // Zod reads patterns without Unicode.
  ({ paths } = JSON.parse(text, (key, value) => (key === 'pattern' && /\\p\{/.test(value) ? undefined : value)));
});

const schemaOf = ({ content }: Media) => z.fromJSONSchema(content['application/json'].schema);
const wrong = (media: Media | undefined, value: unknown) =>
  media ? (schemaOf(media).safeParse(value).error?.issues ?? []) : 'nothing is described';

test('the description of the API leads nowhere else, and calls no two things alike', () => {
  expect(text).not.toContain('"$ref"');
  const ids = Object.values(paths).flatMap(({ get, post }) => [get, post].flatMap((one) => one?.operationId ?? []));
  expect(ids.filter((id, i) => ids.indexOf(id) < i)).toEqual([]);
});

test('why the generic calls may be refused is described for each', () => {
  const statuses = (path: string) => Object.keys(paths[path]?.post?.responses ?? {});
  expect(statuses('/tags/get')).not.toContain('409');
  for (const call of ['update', 'delete', 'restore'])
    expect(statuses(`/tags/${call}`), call).toEqual(expect.arrayContaining(['404', '409', '422', '429']));
  const { session } = JSON.parse(text).components.securitySchemes;
  expect(session).toEqual({ type: 'apiKey', in: 'cookie', name: 'parley' });
});

test('people read of each call who may make it', async () => {
  const page = await at.stranger().get('docs');
  const told = (call: string) =>
    page.text
      .split('<details>')
      .find((part) => part.includes(`<code>${call}</code>`))
      ?.match(/<p>(For .*?)<\/p>/)?.[1];
  expect(told('POST /tickets/get')).toBe('For people, and for API tokens with <code>tickets.get</code>.');
  expect(told('POST /files/upload')).toBe('For people, and for API tokens with <code>messages.create</code>.');
  expect(told('POST /profile/avatar')).toBe('For people alone.');
  expect(told('GET /chat/files/{id}')).toBe('For everybody.');
});

test('what a good request of each call holds is described, and what none may hold is not', async () => {
  const uploadId = (await ours.owner.upload('table.png', aPixel)).body.data.files[0].id;
  for (const { path, method } of calls) {
    const data = listPayloads[path] ?? payloads[path]?.(ours, uploadId) ?? {};
    const { get, post } = paths[`/${path}`] ?? {};
    if (method === 'GET') {
      const names = get?.parameters?.map((one) => one.name) ?? [];
      expect(names, path).toEqual(expect.arrayContaining(Object.keys(data)));
      continue;
    }
    expect(wrong(post?.requestBody, { data }), path).toEqual([]);
    expect(wrong(post?.requestBody, { data, more: 1 }), path).not.toEqual([]);
  }
});

test.each(entities.map((of) => [of.name, of] as const))(
  '%s are described as they are asked and answered',
  async (name, of) => {
    /** Asks as it is described, and is answered so. */
    const ask = async (path: string, body: object, isDone = true) => {
      const { requestBody, responses } = paths[`/${path}`]?.post ?? {};
      expect(wrong(requestBody, body), path).toEqual([]);
      expect(wrong(requestBody, { ...body, more: 1 }), path).not.toEqual([]);
      const answer = await ours.owner.post(path, body);
      if (isDone) expect(answer.status, `${path}: ${answer.text}`).toBe(200);
      if (answer.status === 200) expect(wrong(responses?.[200], answer.body), `${path}: ${answer.text}`).toEqual([]);
      return answer;
    };
    const about = byId(ours.ids[name] ?? 0);
    await ask(`${name}/get`, { ...about, sort: [['id', 'asc']], range: [0, 9], search: '', data: {} });
    if (of.actions.includes('create'))
      for (const as of Object.keys(paths).filter((path) => isCreateOf(path, name)))
        await ask(as.slice(1), { data: [aRowOf(of, ours.ids)] });
    if (of.actions.includes('update'))
      await ask(`${name}/update`, { data: aChangeOf(of, ours.ids), seen: {}, ...about });
    if (of.dependents.length > 0) await ask(`${name}/dependents`, about);
    if (of.actions.includes('delete')) await ask(`${name}/delete`, { ...about, move_to: ours.ids[name] }, false);
    if (of.actions.includes('restore')) await ask(`${name}/restore`, { ...about, move_back: 1 }, false);
  },
);

/** Under each of its names. */
const isCreateOf = (path: string, name: string): boolean =>
  [name, ...({ integrations: ['systems'], mailboxes: ['mailboxes-new'] }[name] ?? [])].some(
    (one) => path === `/${one}/create`,
  );
