/** Role levels. Level 3 and up is billing and administration (SPEC section 6). */
export const roleLevels = { agent: 1, supervisor: 2, admin: 3, owner: 4 } as const;
export type RoleName = keyof typeof roleLevels;

/** `{entity}.{action}`: may the role do it, unless the company's own settings say otherwise. */
export type PrivilegeKey = `${string}.${string}`;
export type PrivilegeTable = Record<string, Record<PrivilegeKey, 0 | 1>>;

const everyday = [
  'companies.get',
  'products.get',
  'customers.get',
  'customers.create',
  'customers.update',
  'tickets.get',
  'tickets.update',
  'messages.get',
  'messages.create',
  'mailboxes.get',
  'users.get',
] as const;
const supervising = [
  'tickets.delete',
  'tickets.restore',
  'customers.delete',
  'customers.restore',
  'inbound-mails.get',
  'inbound-mails.update',
] as const;
const administering = [
  'companies.update',
  'products.create',
  'products.update',
  'products.delete',
  'products.restore',
  'mailboxes.create',
  'mailboxes.update',
  'mailboxes.delete',
  'mailboxes.restore',
] as const;
const owning = ['companies.delete', 'companies.restore'] as const;

const all = [...everyday, ...supervising, ...administering, ...owning];
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

/**
 * Whether a role may do something in a company: the company's own settings first, then the defaults by lowercased role
 * name (SPEC section 6). What neither names is forbidden.
 */
export function may(
  role: { name: string },
  key: PrivilegeKey,
  tables: { default: PrivilegeTable; company?: PrivilegeTable | undefined },
): boolean {
  const name = role.name.toLowerCase();
  return (tables.company?.[name]?.[key] ?? tables.default[name]?.[key] ?? 0) === 1;
}
