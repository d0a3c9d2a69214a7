import { z } from 'zod';
import { call, nothing } from './call.ts';
import { accountEmail, idValue } from './entity.ts';
import { newPassword } from './passwords.ts';
import { adminLevel, type RoleName, roleLevels, roleNames } from './privileges.ts';
import { letterKey, personName } from './registration.ts';
import { languages } from './settings.ts';

export const inviteDays = 7;
export const addressesPerInviteMax = 100;

/** A team of the company, or the company alone: one of the two is named. */
const where = { team_id: idValue.optional(), company_id: idValue.optional() };
const whereData = <S extends z.ZodObject<typeof where & z.ZodRawShape>>(schema: S) =>
  schema.refine((it) => it.team_id !== undefined || it.company_id !== undefined, {
    path: ['team_id'],
    params: { key: 'required' },
  });

/** What they are to be there from the beginning; an agent where nothing is said. */
const asRole = z.enum(roleNames).optional();

/** As what somebody of that level may invite: as an agent always, as more where they give roles, never above themselves. */
export const rolesToInviteAs = (level: number, mayGiveRoles: boolean): RoleName[] =>
  roleNames.filter((one) => one === 'agent' || (mayGiveRoles && level >= adminLevel && roleLevels[one] <= level));

export const inviteState = ['pending', 'expired', 'accepted'] as const;
const invite = z.strictObject({
  id: idValue,
  company_id: idValue,
  team_id: idValue.nullable(),
  team_name: z.string().nullable(),
  /** As people read it: a domain in its own letters. */
  email: z.string(),
  /** As whoever invited them calls them; null where the address alone was given. */
  name: z.string().nullable(),
  role: z.enum(roleNames),
  /** Who accepted it; null until then. */
  user_id: idValue.nullable(),
  state: z.enum(inviteState),
  invited_by: z.string(),
  sent_at: z.string(),
  expires: z.string(),
});
export type Invite = z.output<typeof invite>;

export const getInvites = call(
  'invite/get',
  'Who is invited to a team, or to a company; of a team also who came by an invitation and is still in it',
  {
    data: whereData(z.strictObject(where)),
    answer: z.strictObject({ invites: z.array(invite) }),
    errors: ['not_found', 'forbidden'],
  },
);

/**
 * What became of one address. `sent` tells nothing about whether there is an account. `added`: a colleague, who is in the
 * team from now on. `just_sent`: a minute has not passed since the last letter. `later`: too many letters within the hour.
 */
export const inviteVerdicts = [
  'sent',
  'added',
  'already_colleague',
  'was_removed',
  'yourself',
  'invalid',
  'just_sent',
  'later',
  'too_many',
  'team_full',
] as const;
export type InviteVerdict = (typeof inviteVerdicts)[number];
const verdict = z.enum(inviteVerdicts);

export const createInvite = call('invite/create', 'Invites an address by mail; a colleague joins the team at once', {
  data: whereData(z.strictObject({ email: accountEmail, role: asRole, ...where })),
  answer: z.strictObject({ verdict: z.enum(['sent', 'added']) }),
  errors: [
    'not_found',
    'forbidden',
    'above_own_rights',
    'cannot_invite_yourself',
    'already_colleague',
    'was_removed',
    'limit_reached',
    'too_many_requests',
  ],
});

export const createInvites = call(
  'invite/create-many',
  'Invites many addresses by mail, and says what became of each',
  {
    data: whereData(
      z.strictObject({
        /** An address is judged by itself; a name is what their account is to be called, until they say otherwise. */
        people: z
          .array(z.strictObject({ email: z.string().max(320), name: personName.optional() }))
          .min(1)
          .max(addressesPerInviteMax),
        role: asRole,
        ...where,
      }),
    ),
    answer: z.strictObject({ verdicts: z.array(z.strictObject({ email: z.string(), verdict })) }),
    errors: ['not_found', 'forbidden', 'above_own_rights'],
  },
);

export const sendInviteAgain = call(
  'invite/send-again',
  'Sends an invitation anew; the link of the letter before is void',
  {
    data: z.strictObject({ id: idValue }),
    answer: nothing,
    errors: ['not_found', 'forbidden', 'above_own_rights', 'not_in_this_state', 'too_many_requests'],
  },
);

export const withdrawInvite = call('invite/withdraw', 'Makes an invitation void that nobody has accepted', {
  data: z.strictObject({ id: idValue }),
  answer: nothing,
  errors: ['not_found', 'forbidden', 'not_in_this_state'],
});

export const deleteInvite = call('invite/delete', 'Takes somebody who was invited out of the team again', {
  data: z.strictObject({ user_id: idValue, team_id: idValue }),
  answer: nothing,
  errors: ['not_found', 'forbidden'],
});

export const readInvite = call('invite/check', 'What the key of an invitation is good for, to whoever asks', {
  access: 'public',
  data: z.strictObject({ key: letterKey }),
  answer: z.strictObject({
    company_id: idValue,
    company_name: z.string(),
    team_name: z.string().nullable(),
    invited_by: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role: z.enum(roleNames),
    /** There is an account with this address: whoever has the letter may know. */
    has_account: z.boolean(),
    /** `me`: signed in with this address. `other`: signed in with another one. */
    asked_by: z.enum(['nobody', 'me', 'other']),
    /** By whoever asks. */
    is_accepted: z.boolean(),
  }),
  errors: ['invite_expired', 'inviter_unavailable'],
});

export const acceptInvite = call(
  'invite/accept',
  'Joins the company, and the team, that invited the signed-in address',
  {
    data: z.strictObject({ key: letterKey }),
    answer: z.strictObject({ company_id: idValue }),
    errors: ['invite_expired', 'invite_for_another', 'inviter_unavailable'],
  },
);

export const registerInvited = call(
  'invite/register',
  'Creates an account with the invited address, which the link proves, joins and signs in',
  {
    access: 'public',
    data: z.strictObject({
      key: letterKey,
      name: personName,
      raw_password: newPassword,
      language: z.enum(languages).optional(),
    }),
    answer: z.strictObject({ company_id: idValue }),
    errors: ['invite_expired', 'email_taken', 'password_rule', 'password_guessable', 'inviter_unavailable'],
  },
);
