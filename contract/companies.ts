import { entity, flag, id, text, time } from './entity.ts';

/** SPEC section 5: company_name required 3-30 (the wizard allows 48, the form 50: the widest wins), case_prefix at most 2. */
export const companies = entity('companies', {
  fields: {
    id: id(),
    company_name: text({ min: 3, max: 50, write: 'always', required: true }),
    case_prefix: text({ min: 1, max: 2, write: 'always', required: true }),
    url: text({ max: 255, write: 'always', nullable: true }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
});
