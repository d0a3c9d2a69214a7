import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { idValue } from '#contract/entity.ts';
import { learnLater } from '../i18n/language.ts';
import { ComposePage } from '../pages/compose-page.tsx';

const search = z.object({
  customer: idValue.optional().catch(undefined),
  letter: z.string().optional().catch(undefined),
});

export const Route = createFileRoute('/_desk/compose')({
  validateSearch: search,
  beforeLoad: async () => {
    await Promise.all([learnLater('compose'), learnLater('writing')]);
  },
  component: ComposePage,
});
