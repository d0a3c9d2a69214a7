import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { avatarAnswer, avatarBytesMax, changeProfile, removeAvatar } from '#contract/profile.ts';
import { changeProfile as change, readAvatar, removeAvatar as remove, setAvatar } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Limits } from '#platform/limits.ts';
import { parse } from '#platform/parse.ts';
import type { Wake } from '#platform/wake.ts';
import { mountUploads } from '../front-door.ts';
import { apiPrefix, callMounter, type Mounted } from '../mount.ts';
import { sendPicture } from '../send-picture.ts';
import type { Sessions } from '../sessions.ts';
import { pictureErrors, takePicture } from '../take-picture.ts';
import { passes } from '../transfers.ts';
import { sendData } from '../wire.ts';

type Needs = { db: Database; sessions: Sessions; files: Files; mounted: Mounted; wake: Wake; limits: Limits };

const avatarQuery = z.strictObject({ size: z.enum(['64', '256']).optional() });

const avatarIn = passes({
  about: 'Gives the person who is signed in their picture',
  for: 'people',
  takes: { files: 'one' },
  sends: avatarAnswer,
  errors: pictureErrors,
});
const avatarOut = passes({
  about: 'The picture of a person, by the name that `users/get` tells',
  for: 'users.get',
  query: avatarQuery,
  sends: 'image/webp',
  errors: ['not_found'],
});

/** The signed-in person as others see them, with their picture. */
export function mountProfile(app: FastifyInstance, { db, sessions, files, mounted, wake, limits }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.signedIn(changeProfile, async (data, { person }) => {
    await change(db, person.userId, data);
    wake.nudge('events');
    return {};
  });

  mountUploads(app, (scope) =>
    scope.post(`${apiPrefix}/profile/avatar`, avatarIn, async (request, reply) => {
      const { person } = await sessions.require(request);
      const bytes = await takePicture(request, limits, { userId: person.userId, bytesMax: avatarBytesMax });
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

  app.get<{ Params: { name: string } }>(`${apiPrefix}/avatars/:name`, avatarOut, async (request, reply) => {
    const { person } = await sessions.admit(request, 'users.get');
    const { size } = parse(avatarQuery, request.query);
    const webp = await readAvatar({ db, files }, person, request.params.name, size === '256' ? 256 : 64);
    return sendPicture(reply, webp);
  });
}
