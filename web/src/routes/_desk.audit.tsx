import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { learnLater } from '../i18n/language.ts';
import { AuditPage } from '../pages/audit-page.tsx';

const number = z.int().min(0).optional().catch(undefined);
const word = z
  .string()
  .regex(/^[a-z_-]{1,50}$/)
  .optional()
  .catch(undefined);
const day = z.iso.date().optional().catch(undefined);

export const Route = createFileRoute('/_desk/audit')({
  validateSearch: z.object({
    company: number,
    who: number,
    thing: word,
    id: number,
    action: word,
    ip: z.coerce.string().min(1).max(45).optional().catch(undefined),
    from: day,
    to: day,
  }),
  beforeLoad: () => learnLater('audit'),
  component: AuditPage,
});
