import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { learnLater } from '../i18n/language.ts';
import { ImportPage } from '../pages/import-page.tsx';
import { entityParam, requireEntity } from './-entity.ts';

const search = z.object({
  check: z.int().positive().optional().catch(undefined),
  job: z.int().positive().optional().catch(undefined),
});

export const Route = createFileRoute('/_desk/$entity/import')({
  params: entityParam,
  validateSearch: search,
  beforeLoad: async ({ params }) => {
    requireEntity(params.entity);
    await learnLater('csv');
  },
  component: ImportPage,
});
