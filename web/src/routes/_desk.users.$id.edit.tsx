import { createFileRoute, notFound } from '@tanstack/react-router';
import { z } from 'zod';
import { learnLater } from '../i18n/language.ts';
import { UserPage } from '../pages/user-page.tsx';
import { idParam } from './-params.ts';

export const Route = createFileRoute('/_desk/users/$id/edit')({
  params: idParam,
  // Of several companies, the one whose role is shown.
  validateSearch: z.object({ company: z.int().positive().optional().catch(undefined) }),
  beforeLoad: async ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound();
    await learnLater('member');
  },
  component: UserPage,
});
