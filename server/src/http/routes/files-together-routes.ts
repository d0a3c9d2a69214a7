import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type FilesTogether, filesOfLetter, filesOfThread } from '#domain/messages/index.ts';
import type { Language } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { namesInZip } from '#platform/names-in-zip.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import { streamZip, unlessGone } from '#platform/stream-zip.ts';
import { languageOf } from '../language-of.ts';
import { apiPrefix } from '../mount.ts';
import type { Sessions } from '../sessions.ts';
import { passes } from '../transfers.ts';
import { contentDisposition, idOf } from './file-routes.ts';

type Needs = { db: Database; sessions: Sessions; files: Files; limits: Limits };
type Asked = FastifyRequest<{ Params: { id: string } }>;

/** Each reads as much as there is. Counted for a person, however many of their sessions and tokens ask. */
const together: Limit = { name: 'files-together', points: 120, seconds: 3600 };
const filesQuery = z.strictObject({ inline: z.enum(['0', '1']).optional() });

const zipFile = (of: string) =>
  passes({
    about: `All files of ${of} as one ZIP file. inline=1: with the pictures that stand in the text`,
    for: 'messages.get',
    query: filesQuery,
    sends: 'application/zip',
    errors: ['not_found', 'too_many_requests'],
  });

/** All files of a letter, or of a ticket, in one: a ZIP file that is made while it is taken, and kept nowhere. */
export function mountFilesTogether(app: FastifyInstance, { db, sessions, files, limits }: Needs): void {
  app.get(`${apiPrefix}/messages/:id/files`, zipFile('a letter'), async (request: Asked, reply) => {
    const found = await find(request, filesOfLetter);
    return send(request, reply, found, `${found.number}-${request.params.id}.zip`);
  });

  app.get(`${apiPrefix}/tickets/:id/files`, zipFile('a ticket'), async (request: Asked, reply) => {
    const found = await find(request, filesOfThread);
    return send(request, reply, found, `${found.number}.zip`);
  });

  async function find(request: Asked, look: typeof filesOfLetter): Promise<FilesTogether> {
    const { person } = await sessions.admit(request, 'messages.get');
    const id = idOf(request.params.id);
    const withInline = parse(filesQuery, request.query).inline === '1';
    await limits.take(together, { person: person.userId });
    const found = await db.transaction({ companies: person.companies }, (tx) =>
      look(tx, id, { caller: person, withInline }),
    );
    if (!found || !person.may(found.companyId, 'messages.get')) throw new Problem('not_found');
    return found;
  }

  function send(request: FastifyRequest, reply: FastifyReply, found: FilesTogether, name: string): FastifyReply {
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', contentDisposition('attachment', name))
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'private, no-store')
      .send(zipOf(found, files, languageOf(request)));
  }
}

/** What has gone meanwhile is named in it, and ends nothing. */
const zipOf = ({ files: all }: FilesTogether, files: Files, language: Language) =>
  streamZip(async (zip) => {
    // The list of those that are not there must not take the name of one that is.
    const [listName = '', ...names] = namesInZip([words[language].list, ...all.map((file) => file.name)]);
    const missing: string[] = [];
    for (const [i, file] of all.entries()) {
      const name = names[i] ?? '';
      const bytes = await unlessGone(files.stream(file.file_key));
      if (bytes) await zip.add(name, bytes, false);
      else missing.push(name);
    }
    if (missing.length > 0) await zip.addText(listName, `${[words[language].missing, ...missing].join('\r\n')}\r\n`);
  });

const words = {
  en: { list: 'missing files.txt', missing: 'These files are no longer there:' },
  ua: { list: 'відсутні файли.txt', missing: 'Цих файлів більше немає:' },
} as const;
