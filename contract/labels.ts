import { entity, flag, id, integer, text, time } from './entity.ts';

/** Of a company: a label classifies, and nobody chooses well among more. */
export const labelsMax = 30;

/** What a ticket is about: one of a company's short list (SPEC section 9's dashboard counts them). */
export const labels = entity('labels', {
  searched: ['name'],
  dependents: ['tickets', 'saved_searches'],
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    name: text({ min: 3, max: 50, write: 'always', required: true }),
    /** Tickets with it that the person who asks may see; those in the trash are not counted. */
    ticket_count: integer({ filter: false, sort: false }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
});

/** What every company starts with (SPEC section 3), in the language of its founder. */
export const firstLabels = {
  en: ['Billing questions', 'Complaint', 'Bug report', 'Refund', 'Tech issue', 'Spam'],
  ua: ['Питання щодо оплати', 'Скарга', 'Повідомлення про помилку', 'Повернення коштів', 'Технічна проблема', 'Спам'],
} as const;
