import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { avatarAnswer, avatarBytesMax, changeProfile, removeAvatar } from '#contract/profile.ts';
import { changeProfile as change, readAvatar, removeAvatar as remove, setAvatar } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { mountUploads } from '../front-door.ts';
import { apiPrefix, callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';
import { sendData } from '../wire.ts';
import { readParts } from './file-routes.ts';

type Needs = { db: Database; sessions: Sessions; files: Files; mounted: Mounted; wake: Wake; limits: Limits };

/** A picture takes a while to be made small. */
const pictures: Limit = { name: 'pictures', points: 20, seconds: 600 };
const avatarQuery = z.strictObject({ size: z.enum(['64', '256']).optional() });

/** The signed-in person as others see them, with their picture. */
export function mountProfile(app: FastifyInstance, { db, sessions, files, mounted, wake, limits }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.signedIn(changeProfile, async (data, { person }) => {
    await change(db, person.userId, data);
    wake.nudge('events');
    return {};
  });

  mountUploads(app, (scope) =>
    scope.post(`${apiPrefix}/profile/avatar`, { config: { takesUploads: true } }, async (request, reply) => {
      const { person } = await sessions.require(request);
      if (!request.isMultipart()) throw new Problem('unsupported_media_type');
      await limits.take(pictures, { person: person.userId });
      const parts: Uint8Array[] = [];
      for await (const { bytes } of readParts(request, { fileSize: avatarBytesMax, files: 1 })) parts.push(bytes);
      const [bytes] = parts;
      if (!bytes) throw new Problem('required', { field: 'file' });
      if (bytes.byteLength === 0) throw new Problem('file_empty', { field: 'file' });
      const avatar = await setAvatar({ db, files }, person.userId, bytes);
      wake.nudge('events');
      return sendData(reply, avatarAnswer.parse({ avatar }));
    }),
  );

  on.signedIn(removeAvatar, async (_data, { person }) => {
    await remove({ db, files }, person.userId);
    wake.nudge('events');
    return {};
  });

  app.get<{ Params: { name: string } }>(`${apiPrefix}/avatars/:name`, async (request, reply) => {
    const { person } = await sessions.admit(request, 'users.get');
    const { size } = parse(avatarQuery, request.query);
    const webp = await readAvatar({ db, files }, person, request.params.name, size === '256' ? 256 : 64);
    if (!webp) throw new Problem('not_found');
    return (
      reply
        .header('content-type', 'image/webp')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .header('cross-origin-resource-policy', 'same-origin')
        // The name changes with the picture.
        .header('cache-control', 'private, max-age=86400, immutable')
        .send(webp)
    );
  });
}
