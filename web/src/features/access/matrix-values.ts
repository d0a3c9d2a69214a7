import type { z } from 'zod';
import {
  adminLevel,
  type getPrivileges,
  type PrivilegeKey,
  privilegeKeys,
  type RoleName,
  roleLevels,
  whyFixed,
} from '#contract/privileges.ts';

export type Privileges = z.output<typeof getPrivileges.answer>;
export type RolePrivileges = Privileges['roles'][number];
/** `agent tickets:get` → 0 or 1: a form takes a dot in a name for a path. */
export type MatrixValues = Record<string, 0 | 1>;

export const cellName = (role: RoleName, key: PrivilegeKey) => `${role} ${key.replace('.', ':')}`;

export const defaultOf = (role: RolePrivileges, key: PrivilegeKey): 0 | 1 => role.defaults[key] ?? 0;

/** What stands in the matrix as it is saved: the company's own word, or the default. */
export function valuesOf({ roles }: Privileges): MatrixValues {
  return Object.fromEntries(
    roles.flatMap((role) =>
      privilegeKeys.map((key) => [cellName(role.name, key), role.changes[key] ?? defaultOf(role, key)] as const),
    ),
  );
}

/** What is sent for the changed cells; back at the default means: no word of the company's own. */
export function changesOf(values: MatrixValues, changed: readonly string[], { roles }: Privileges) {
  return changed.flatMap((name) => {
    const [roleName, cell] = name.split(' ');
    const key = privilegeKeys.find((one) => one.replace('.', ':') === cell);
    const role = roles.find((one) => one.name === roleName);
    if (!role || !key) return [];
    const value = values[name] ?? 0;
    return [{ role: role.name, privilege: key, value: value === defaultOf(role, key) ? null : value }];
  });
}

export type Lock = 'admins_only' | 'owner_keeps' | 'above_own_rights' | 'not_yours' | 'read_only';

/** Why the person cannot change this cell; undefined when they can. */
export function lockOf(
  who: { level: number; mayChange: boolean; may: (key: PrivilegeKey) => boolean },
  role: RoleName,
  key: PrivilegeKey,
  value: 0 | 1,
): Lock | undefined {
  const fixed = whyFixed(role, key);
  if (fixed) return fixed;
  if (!who.mayChange || who.level < adminLevel) return 'read_only';
  if (roleLevels[role] > who.level) return 'above_own_rights';
  // Nobody gives what they do not have; to take it away is allowed.
  return value === 0 && !who.may(key) ? 'not_yours' : undefined;
}

/** Nouns in the order of the matrix, with what can be done to each. */
export const nouns: readonly { readonly noun: string; readonly keys: readonly PrivilegeKey[] }[] = [
  ...new Set(privilegeKeys.map((key) => key.slice(0, key.indexOf('.')))),
].map((noun) => ({ noun, keys: privilegeKeys.filter((key) => key.startsWith(`${noun}.`)) }));

export const actionOf = (key: PrivilegeKey) => key.slice(key.indexOf('.') + 1) as 'get' | 'create';
