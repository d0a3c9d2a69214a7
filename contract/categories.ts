import { entity, flag, id, integer, text, time } from './entity.ts';

/** Of a company. */
export const categoriesMax = 200;

/** Folders of templates. */
export const categories = entity('categories', {
  searched: ['name'],
  dependents: ['templates'],
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    company_name: text({ max: 50, filter: false }),
    name: text({ min: 2, max: 50, write: 'always', required: true }),
    /** How many templates of it the person who asks may use. */
    template_count: integer(),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
});
