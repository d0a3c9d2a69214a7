import { entity, flag, id, integer, text, time } from './entity.ts';

/** The people who work for a company. Their roles, profile and rights are the accounts' own subject. */
export const users = entity('users', {
  actions: ['get'],
  fields: {
    id: id(),
    company_id: id(),
    name: text({ max: 30 }),
    email: text({ max: 255 }),
    phone: text({ max: 20, nullable: true }),
    avatar: text({ max: 255, nullable: true, filter: false, sort: false }),
    level: integer(),
    /** 8 online, 9 offline. */
    status: integer(),
    /** 1 connected, 2 disconnected. */
    phone_status: integer(),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
});
