import { z } from 'zod';
import { entity, flag, id, integer, json, text, time } from './entity.ts';

/** A product is also called an inbox: what customers write about. SPEC section 5: name and abbreviation 3-49, in onboarding 1-4. */
export const products = entity('products', {
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    name: text({ min: 3, max: 49, write: 'always', required: true }),
    abbreviation: text({ min: 1, max: 49, write: 'always' }),
    color: json(z.string().regex(/^#[0-9a-f]{6}$/i), { write: 'always' }),
    unresolved_tickets: integer(),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['name', 'abbreviation'],
  dependents: ['open_tickets', 'mailboxes', 'integrations', 'quidgets', 'product-call-phones'],
});
