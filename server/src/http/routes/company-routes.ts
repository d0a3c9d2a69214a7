import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { logoAnswer } from '#contract/companies.ts';
import { avatarBytesMax } from '#contract/profile.ts';
import { readLogo, uploadLogo } from '#domain/companies/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Limits } from '#platform/limits.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import { mountUploads } from '../front-door.ts';
import { apiPrefix } from '../mount.ts';
import { sendPicture } from '../send-picture.ts';
import type { Sessions } from '../sessions.ts';
import { pictureErrors, takePicture } from '../take-picture.ts';
import { passes } from '../transfers.ts';
import { sendData } from '../wire.ts';

type Needs = { db: Database; sessions: Sessions; files: Files; limits: Limits };

const logoQuery = z.strictObject({ size: z.enum(['64', '256']).optional() });

const logoIn = passes({
  about: 'Gives a company its logo',
  for: 'people',
  takes: { files: 'one' },
  sends: logoAnswer,
  errors: ['not_found', 'forbidden', ...pictureErrors],
});
const logoOut = passes({
  about: 'The logo of a company, by the name that `companies/get` tells',
  for: 'companies.get',
  query: logoQuery,
  sends: 'image/webp',
  errors: ['not_found'],
});

/** What a company looks like. */
export function mountCompanies(app: FastifyInstance, { db, sessions, files, limits }: Needs): void {
  mountUploads(app, (scope) =>
    scope.post<{ Params: { id: string } }>(`${apiPrefix}/companies/:id/logo`, logoIn, async (request, reply) => {
      const { person } = await sessions.require(request);
      const id = Number(request.params.id);
      if (!person.companies.includes(id)) throw new Problem('not_found');
      if (!person.may(id, 'companies.update')) throw new Problem('forbidden');
      const bytes = await takePicture(request, limits, { userId: person.userId, bytesMax: avatarBytesMax });
      return sendData(reply, logoAnswer.parse({ logo: await uploadLogo({ db, files }, id, bytes) }));
    }),
  );

  app.get<{ Params: { name: string } }>(`${apiPrefix}/logos/:name`, logoOut, async (request, reply) => {
    const { person } = await sessions.admit(request, 'companies.get');
    const { size } = parse(logoQuery, request.query);
    return sendPicture(reply, await readLogo({ db, files }, person, request.params.name, size === '256' ? 256 : 64));
  });
}
