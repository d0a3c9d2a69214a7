import type { ErrorKey } from '#contract/errors.ts';
import { adminLevel, type RoleScope } from '#contract/privileges.ts';
import type { Person } from './caller.ts';

export const levelIn = (person: Person, companyId: number): number =>
  person.roles.find((role) => role.company_id === companyId)?.level ?? 0;

/**
 * Why somebody may not do this to rights of that level in a company; undefined when they may. Rights are given and taken
 * from level 3 on, and never above one's own.
 */
export function whyNotOver(editor: Person, companyId: number, privilege: string, level: number): ErrorKey | undefined {
  const own = levelIn(editor, companyId);
  if (own < adminLevel || !editor.may(companyId, privilege)) return 'forbidden';
  return level > own ? 'above_own_rights' : undefined;
}

const widthOf: Record<RoleScope, number> = { own: 1, team: 2, product: 2, company: 3 };

/** Whether a scope would show more than whoever gives it sees; teams and products cannot be compared. */
export function isScopeAbove(
  editor: Person,
  { userId, companyId }: { userId: number; companyId: number },
  scope: RoleScope,
): boolean {
  const own = editor.roles.find((role) => role.company_id === companyId)?.scope ?? 'own';
  if (own === 'company') return false;
  return widthOf[scope] >= widthOf[own] && (scope !== own || editor.userId === userId);
}
