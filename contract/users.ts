import { z } from 'zod';
import { call, nothing } from './call.ts';
import { choice, entity, flag, id, idValue, integer, safeLine, several, text, time } from './entity.ts';
import { roleNames, roleScopes } from './privileges.ts';

/** The people who work for a company: one row per person and company. */
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
    /** The name of the role. */
    role: text({ max: 30 }),
    scope: choice(roleScopes),
    /** 8 online: their desk is open, and they have not set themselves to offline. 9 offline. */
    status: integer(),
    /** 1 connected: they are there, and so is their telephone. 2 disconnected. */
    phone_status: integer(),
    /** When they were at work last; while their desk is open, some time ago. */
    last_seen: time({ nullable: true }),
    /** Assigned to them and not resolved, as far as whoever asks sees them. */
    open_tickets: integer({ filter: false, sort: false }),
    /** One of their teams, if they are in any: where lists lead to. */
    team_id: id({ nullable: true, filter: false, sort: false }),
    /** All of them. */
    team_ids: several('teams', { max: 500, filter: ['=', '!=', 'in'] }),
    /** Their names, with commas between them. */
    teams: text({ max: 20_000, filter: false, sort: false }),
    /** Removed from the company, or gone altogether. */
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['name', 'email'],
});

const flagValue = z.union([z.literal(0), z.literal(1)]);
const named = z.array(z.strictObject({ id: idValue, name: z.string(), is_deleted: flagValue }));
const role = z.enum(roleNames);
const scope = z.enum(roleScopes);

/** What somebody may do where, as far as the one who asks works there too. */
export const userAccess = call('users/access', "A colleague's role, scope, teams and products in each company", {
  data: z.strictObject({ id: idValue }),
  answer: z.strictObject({
    user: z.strictObject({ id: idValue, name: z.string(), email: z.string(), phone: z.string().nullable() }),
    companies: z.array(
      z.strictObject({
        company_id: idValue,
        company_name: z.string(),
        role: z.string(),
        level: z.int(),
        scope,
        is_deleted: z.union([z.literal(0), z.literal(1)]),
        /** Of who was removed, null: how they sign in is no longer this company's business. */
        has_two_factor: z.boolean().nullable(),
        /** Assigned to them and not resolved: all of them, for who may remove this person, and null for others. */
        open_tickets: z.int().nullable(),
        /** Theirs that wait to leave, or were held: as `open_tickets`. */
        waiting_letters: z.int().nullable(),
        team_ids: z.array(idValue),
        product_ids: z.array(idValue),
        /** Those that may be chosen, and disabled ones that the person is in. */
        teams: named,
        products: named,
        can: z.strictObject({
          /** Why not, where not: the key of an error. */
          update: z.union([z.literal(true), z.string()]),
          remove: z.union([z.literal(true), z.string()]),
          /** Roles that may be given. */
          roles: z.array(role),
        }),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const changeUserAccess = call('users/change-access', "Changes a colleague's role, scope, teams or products", {
  data: z.strictObject({
    id: idValue,
    company_id: idValue,
    role: role.optional(),
    scope: scope.optional(),
    team_ids: z.array(idValue).max(100).optional(),
    product_ids: z.array(idValue).max(500).optional(),
    /** Values that the caller saw before: where they are others by now, nothing is changed. */
    seen: z
      .strictObject({
        role: safeLine(30),
        scope,
        team_ids: z.array(idValue).max(500),
        product_ids: z.array(idValue).max(500),
      })
      .partial()
      .optional(),
  }),
  answer: nothing,
  errors: [
    'not_found',
    'forbidden',
    'above_own_rights',
    'last_admin',
    'last_owner',
    'not_in_this_state',
    'limit_reached',
    'conflict',
  ],
});

export const removeUser = call(
  'users/remove',
  'Takes a colleague out of a company at once and hands their open tickets and the letters that wait to leave over, which are held; what else they wrote stays, and they can be taken back',
  {
    data: z.strictObject({
      id: idValue,
      company_id: idValue,
      /** Who gets their open tickets and decides about their letters. Null, or not given: tickets are unassigned then, and letters are left to whoever asks. */
      hand_to: idValue.nullable().optional(),
    }),
    answer: z.strictObject({ handed_over: z.int() }),
    errors: ['not_found', 'assignee_sees_no_tickets', 'forbidden', 'above_own_rights', 'last_admin', 'last_owner'],
  },
);

export const takeUserBack = call(
  'users/take-back',
  'Lets a removed colleague in again, in the role they had, with the tickets that their removal handed over and nobody moved on or resolved',
  {
    data: z.strictObject({ id: idValue, company_id: idValue }),
    answer: z.strictObject({ handed_back: z.int() }),
    errors: ['not_found', 'forbidden', 'above_own_rights'],
  },
);
