import { choice, email, entity, flag, id, longText, text, time } from './entity.ts';
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
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['first_name', 'last_name', 'email', 'phone'],
});
