import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { idValue } from '#contract/entity.ts';
import { EntityAddPage } from '../pages/entity-form-page.tsx';
import { entityParam, learnWordsOf, requireEntity } from './-entity.ts';

export const Route = createFileRoute('/_desk/$entity/add')({
  params: entityParam,
  // What is to be taken, where a noun is taken from what is there; and in which company a new one is.
  validateSearch: z.object({ id: idValue.optional().catch(undefined), company: idValue.optional().catch(undefined) }),
  beforeLoad: async ({ params }) => {
    requireEntity(params.entity, { page: 'add' });
    await learnWordsOf(params.entity);
  },
  component: EntityAddPage,
});
