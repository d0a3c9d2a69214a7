import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue } from './entity.ts';
import { plainNounNames, plainNouns } from './plain-nouns.ts';

/** Role levels. Level 3 and up is billing and administration (SPEC section 6). */
export const roleLevels = { agent: 1, supervisor: 2, admin: 3, owner: 4 } as const;
export type RoleName = keyof typeof roleLevels;
export const roleNames = ['agent', 'supervisor', 'admin', 'owner'] as const satisfies readonly RoleName[];
/** From here on a role administers its company (SPEC section 6). */
export const adminLevel = roleLevels.admin;

/**
 * Which tickets of a company somebody sees: those assigned to themselves; also what is assigned to their teams' members
 * and what belongs to products those work in; also what belongs to products they work in themselves; all of them. What is
 * assigned to somebody they see in every scope.
 */
export const roleScopes = ['own', 'team', 'product', 'company'] as const;
export type RoleScope = (typeof roleScopes)[number];

/** `{entity}.{action}`: may the role do it, unless the company's own settings say otherwise. */
export type PrivilegeKey = `${string}.${string}`;
export type PrivilegeTable = Record<string, Record<PrivilegeKey, 0 | 1>>;

const ofPlainNouns = (keptBy: 'supervisor' | 'admin'): PrivilegeKey[] =>
  plainNounNames
    .filter((noun) => plainNouns[noun].keptBy === keptBy)
    .flatMap((noun) =>
      (['create', 'update', 'delete', 'restore'] as const).map((action) => `${noun}.${action}` as const),
    );

const everyday: readonly PrivilegeKey[] = [
  ...plainNounNames.map((noun) => `${noun}.get` as const),
  'companies.get',
  'products.get',
  'customers.get',
  'customers.create',
  'customers.update',
  'tickets.get',
  'tickets.update',
  'tickets.merge',
  'messages.get',
  'messages.create',
  'mailboxes.get',
  'quidgets.get',
  'users.get',
  'teams.get',
  'product-call-phones.get',
  'integrations.get',
  'templates.get',
  'templates.create',
  'templates.update',
  'templates.delete',
  'templates.restore',
  'tags.get',
  'tags.create',
  'saved-searches.get',
  'saved-searches.create',
  'saved-searches.update',
  'saved-searches.delete',
  'saved-searches.restore',
  'calendars.get',
  'links.get',
  'user-ai-config.create',
];
const supervising: readonly PrivilegeKey[] = [
  ...ofPlainNouns('supervisor'),
  'tickets.delete',
  'tickets.restore',
  'customers.delete',
  'customers.restore',
  'customers.merge',
  'inbound-mails.get',
  'inbound-mails.update',
  'templates.share',
  'tags.update',
  'tags.delete',
  'tags.restore',
  'saved-searches.share',
];
const administering: readonly PrivilegeKey[] = [
  ...ofPlainNouns('admin'),
  'companies.update',
  'products.create',
  'products.update',
  'products.delete',
  'products.restore',
  'mailboxes.create',
  'mailboxes.update',
  'mailboxes.delete',
  'mailboxes.restore',
  'quidgets.create',
  'quidgets.update',
  'quidgets.delete',
  'quidgets.restore',
  'users.update',
  'users.delete',
  'users.restore',
  'teams.create',
  'teams.update',
  'teams.delete',
  'teams.restore',
  'product-call-phones.update',
  'integrations.create',
  'integrations.update',
  'integrations.delete',
  'integrations.restore',
  'invites.get',
  'invites.create',
  'invites.delete',
  'calendars.create',
  'calendars.update',
  'calendars.delete',
  'calendars.restore',
  'links.create',
  'links.update',
  'links.delete',
  'links.restore',
  'privileges.get',
  'privileges.update',
  'audit.get',
  'tickets.purge',
  'customers.export',
  'customers.erase',
];
const owning = ['companies.delete', 'companies.restore', 'companies.export', 'companies.import'] as const;

const all = [...everyday, ...supervising, ...administering, ...owning];
/** Every right there is, in the order of a matrix: entity by entity. */
export const privilegeKeys: readonly PrivilegeKey[] = [...all].sort(
  (a, b) => orderOf(a)[0] - orderOf(b)[0] || orderOf(a)[1] - orderOf(b)[1],
);
function orderOf(key: PrivilegeKey): [number, number] {
  const [noun = '', action = ''] = key.split('.');
  const nouns: readonly string[] = [
    'tickets',
    'messages',
    'customers',
    'inbound-mails',
    'templates',
    ...plainNounNames,
    'tags',
    'saved-searches',
    'products',
    'mailboxes',
    'integrations',
    'quidgets',
    'product-call-phones',
    'teams',
    'calendars',
    'links',
    'users',
    'user-ai-config',
    'invites',
    'privileges',
    'companies',
    'audit',
  ];
  const actions = [
    'get',
    'create',
    'update',
    'merge',
    'delete',
    'restore',
    'purge',
    'share',
    'export',
    'import',
    'erase',
  ];
  return [nouns.indexOf(noun), actions.indexOf(action)];
}

/** Of people alone: no call that an API token makes asks for them. */
export const notForTokens: readonly PrivilegeKey[] = ['user-ai-config.create'];

/** Rights over other people's rights: they begin with a level, whatever a company would like. */
const adminsOnly: readonly PrivilegeKey[] = [
  'invites.get',
  'invites.create',
  'invites.delete',
  'users.update',
  'users.delete',
  'users.restore',
  'privileges.get',
  'privileges.update',
  'audit.get',
  'companies.update',
  'companies.delete',
  'companies.restore',
  'companies.export',
  'companies.import',
];
/** What an owner keeps, so that a company can always be put right again. */
const ownerKeeps: readonly PrivilegeKey[] = [...adminsOnly, 'companies.get', 'users.get', 'teams.get'];

/** Why a company cannot change this right of this role; undefined when it can. */
export function whyFixed(role: RoleName, key: PrivilegeKey): 'admins_only' | 'owner_keeps' | undefined {
  if (role === 'owner' && ownerKeeps.includes(key)) return 'owner_keeps';
  if (roleLevels[role] < adminLevel && adminsOnly.includes(key)) return 'admins_only';
  return undefined;
}

const table = (...granted: readonly (readonly PrivilegeKey[])[]): Record<PrivilegeKey, 0 | 1> => {
  const keys = new Set(granted.flat());
  return Object.fromEntries(all.map((key) => [key, keys.has(key) ? 1 : 0]));
};

/** By lowercased role name. */
export const defaultPrivileges: PrivilegeTable = {
  agent: table(everyday),
  supervisor: table(everyday, supervising),
  admin: table(everyday, supervising, administering),
  owner: table(all),
};

/** What tells of a whole company: only for whoever sees all of it. */
const ofTheWhole: ReadonlySet<PrivilegeKey> = new Set(['audit.get']);

/**
 * Whether a role may do something in a company: the company's own settings first, then the defaults by lowercased role
 * name (SPEC section 6). What neither names is forbidden. Without a scope it is asked what the role gives.
 */
export function may(
  role: { name: string; scope?: RoleScope },
  key: PrivilegeKey,
  tables: { default: PrivilegeTable; company?: PrivilegeTable | undefined },
): boolean {
  if ((role.scope ?? 'company') !== 'company' && ofTheWhole.has(key)) return false;
  const name = role.name.toLowerCase();
  return (tables.company?.[name]?.[key] ?? tables.default[name]?.[key] ?? 0) === 1;
}

const value = z.union([z.literal(0), z.literal(1)]);
const roleName = z.enum(roleNames);
const rights = z.record(z.string(), value);

/** What a company's roles may do, and how many people that concerns. */
export const getPrivileges = call('privileges/get', "A company's rights by role: the defaults and its own changes", {
  data: z.strictObject({ company_id: idValue }),
  answer: z.strictObject({
    roles: z.array(
      z.strictObject({
        name: roleName,
        level: z.int(),
        people: z.int(),
        is_two_factor_required: value,
        /** How long whoever has none may do without it. */
        two_factor_grace_days: z.int(),
        /** Whom the requirement would meet without two-factor: at most 100 of them. */
        without_two_factor: z.array(z.strictObject({ id: idValue, name: z.string() })),
        defaults: rights,
        changes: rights,
      }),
    ),
    can_change: z.boolean(),
  }),
  errors: ['not_found', 'forbidden'],
});

export const changePrivileges = call(
  'privileges/change',
  'Gives rights to roles of a company or takes them; null goes back to the default. All changes or none',
  {
    data: z.strictObject({
      company_id: idValue,
      changes: z
        .array(
          z.strictObject({
            role: roleName,
            privilege: z.string().max(100),
            value: value.nullable(),
            /** What held for the caller before: where neither that nor the new one holds by now, nothing is changed. */
            seen: value.optional(),
          }),
        )
        .min(1)
        .max(500),
    }),
    answer: nothing,
    errors: ['not_found', 'forbidden', 'above_own_rights', 'right_is_fixed', 'conflict'],
  },
);

export const graceDaysMax = 30;

export const requireTwoFactor = call(
  'privileges/require-two-factor',
  'Asks two-factor sign-in of everybody in a role, or no longer. Whoever asks it has it on themselves',
  {
    data: z.strictObject({
      company_id: idValue,
      role: roleName,
      is_required: value,
      /** Days in which it is set up, from when it is asked, and for each from when they get the role; 0 is at once. */
      grace_days: z.int().min(0).max(graceDaysMax).default(0),
      /** Values that the caller saw before: where they are others by now, nothing is changed. */
      seen: z.strictObject({ is_required: value, grace_days: z.int() }).partial().optional(),
    }),
    answer: nothing,
    errors: ['not_found', 'forbidden', 'above_own_rights', 'two_factor_first', 'conflict'],
  },
);
