import { z } from 'zod';
import { call, nothing } from './call.ts';
import { choice, email, entity, flag, id, idValue, longText, text, time } from './entity.ts';
import { languages } from './settings.ts';

export const customers = entity('customers', {
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    first_name: text({ max: 100, write: 'always' }),
    last_name: text({ max: 100, write: 'always' }),
    email: email({ write: 'always', nullable: true }),
    phone: text({ max: 20, write: 'always', nullable: true }),
    /** In which they are answered; null: as they write. */
    language: choice(languages, { write: 'always', nullable: true }),
    note: longText({ max: 5000, write: 'always' }),
    /** What they write goes to spam. */
    is_blocked: flag({ filter: ['='], sort: false }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['first_name', 'last_name', 'email', 'phone'],
});

const some = z.strictObject({ ids: z.array(idValue).min(1).max(100) });

export const blockCustomers = call(
  'customers/block',
  'Whatever these customers write from now on goes to spam, from each of their addresses',
  { scope: 'customers.update', data: some, answer: nothing, errors: ['not_found'] },
);

export const unblockCustomers = call('customers/unblock', 'What these customers write makes tickets again', {
  scope: 'customers.update',
  data: some,
  answer: nothing,
  errors: ['not_found'],
});
