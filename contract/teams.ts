import { entity, flag, id, text, time } from './entity.ts';

/** People who work together. SPEC section 5: name 2-30. */
export const teams = entity('teams', {
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    name: text({ min: 2, max: 30, write: 'always', required: true }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['name'],
});
