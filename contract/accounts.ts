import { z } from 'zod';
import { call, nothing } from './call.ts';
import { emailValue, idValue } from './entity.ts';
import { knownPassword } from './passwords.ts';
import { roleScopes } from './privileges.ts';
import { personSettings } from './settings.ts';

/**
 * In it a page of ours names whose it is. Whoever signs in after them, in another tab or over the page, does nothing by what
 * that page still sends: a session of another person counts as none. Programs need not send it.
 */
export const personHeader = 'parley-person';

export const login = call(
  'auth/login',
  'Signs in; with two-factor on, into a session that is good for the code alone',
  {
    access: 'public',
    data: z.strictObject({ email: emailValue, password: knownPassword, remember: z.boolean().optional() }),
    answer: z.strictObject({
      user: z.strictObject({ id: idValue }),
      /** `google2fa/check` is owed; until then every other call answers `google2fa_required`. */
      google2fa_required: z.boolean(),
    }),
    errors: ['incorrect_credentials', 'account_locked'],
  },
);

export const logout = call(
  'auth/logout',
  'Ends the session and closes its sockets; without one there is nothing to end',
  {
    access: 'public',
    data: nothing,
    answer: nothing,
  },
);

const privilegeTable = z.record(z.string(), z.record(z.string(), z.union([z.literal(0), z.literal(1)])));

export const self = call('users/self', 'The signed-in person, with companies, roles and what they may do', {
  data: nothing,
  answer: z.strictObject({
    user: z.strictObject({
      id: idValue,
      name: z.string(),
      /** Null until confirmed: the desk then leads to the confirmation page (SPEC section 4). */
      email: z.string().nullable(),
      email_confirmation: z.string(),
      phone: z.string().nullable(),
      note: z.string().nullable(),
      avatar: z.string().nullable(),
      status: z.int(),
      phone_status: z.int(),
      is_operator: z.union([z.literal(0), z.literal(1)]),
      /** False for whoever came through a provider of single sign-on and chose none. */
      has_password: z.boolean(),
      /** When a company lets them do nothing any more without two-factor (UTC), which they have not set up; else null. */
      two_factor_due: z.string().nullable(),
      added: z.string(),
      updated: z.string(),
    }),
    roles: z.array(
      z.strictObject({ company_id: idValue, level: z.int(), name: z.string(), scope: z.enum(roleScopes) }),
    ),
    companies: z.array(
      z.strictObject({ id: idValue, company_name: z.string(), case_prefix: z.string(), logo: z.string().nullable() }),
    ),
    /** From where the server sees them come. */
    address: z.string(),
    /** Companies of theirs that may not be reached from where they are now (restricted remote access). */
    closed_companies: z.array(z.strictObject({ id: idValue, company_name: z.string() })),
    /** Companies of theirs that the operators of the installation keep from working. */
    suspended_companies: z.array(
      z.strictObject({ id: idValue, company_name: z.string(), reason: z.string(), contact: z.string() }),
    ),
    privileges: z.strictObject({ default: privilegeTable, companies: z.record(z.string(), privilegeTable) }),
    settings: personSettings.extend({
      billing_status: z.record(z.string(), z.int()),
      ai_features: z.string(),
    }),
    /** What happens from here on the socket tells whoever begins with it: all that is asked after this answer stays true. */
    bookmark: z.string(),
  }),
});
