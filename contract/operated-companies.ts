import { z } from 'zod';
import { call, nothing } from './call.ts';
import { emailValue, idValue, safeLine, safeText } from './entity.ts';

export const operatedPerPage = 50;
export const operatedSorts = ['name', 'added', 'tickets', 'bytes'] as const;
export const operatedStates = ['all', 'active', 'suspended', 'deleted'] as const;
export const suspensionReasonMax = 500;

const operated = z.strictObject({
  id: idValue,
  company_name: z.string(),
  added: z.string(),
  state: z.enum(['active', 'suspended', 'deleted']),
  /** Of whoever answers for it: an owner, or who comes nearest to one. */
  owner: z.strictObject({ name: z.string(), email: z.string() }).nullable(),
  members: z.int(),
  tickets_open: z.int(),
  /** All that were ever numbered. */
  tickets: z.int(),
  /** What its files and mails take; null until it was measured. */
  bytes: z.int().nullable(),
  measured_at: z.string().nullable(),
  last_active: z.string().nullable(),
  suspension: z
    .strictObject({ reason: z.string(), contact: z.string(), at: z.string(), by: z.string().nullable() })
    .nullable(),
});
export type OperatedCompany = z.output<typeof operated>;

export const listOperated = call('operated-companies/list', 'The companies of the installation. For operators', {
  data: z.strictObject({
    /** Part of a company's name, or of an address of somebody who owns it. */
    search: safeText(100).optional(),
    state: z.enum(operatedStates).default('all'),
    sort: z.enum(operatedSorts).default('name'),
    descending: z.union([z.literal(0), z.literal(1)]).default(0),
    page: z.int().min(1).max(10_000).default(1),
  }),
  answer: z.strictObject({
    companies: z.array(operated),
    total: z.int(),
    /** How many there are by state, whatever is looked for. */
    counts: z.strictObject({ all: z.int(), active: z.int(), suspended: z.int(), deleted: z.int() }),
  }),
});

export const suspendCompany = call(
  'operated-companies/suspend',
  'Keeps a company from working: nobody of it comes in, and nothing leaves in its name, until it is resumed. Mail is still taken in. For operators',
  {
    data: z.strictObject({
      company_id: idValue,
      /** Shown to whoever of it comes. */
      reason: safeLine(suspensionReasonMax, 3),
      /** Whom they write to. */
      contact: emailValue,
    }),
    answer: nothing,
    errors: ['not_found', 'password_needed', 'sign_in_needed', 'own_company'],
  },
);

export const resumeCompany = call(
  'operated-companies/resume',
  'Lets a suspended company work again; what waited goes on. For operators',
  {
    data: z.strictObject({ company_id: idValue }),
    answer: nothing,
    errors: ['not_found', 'password_needed', 'sign_in_needed'],
  },
);
