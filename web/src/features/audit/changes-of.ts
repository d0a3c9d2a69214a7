import type { AuditEntry } from '#contract/audit.ts';

export type FieldChange = { readonly name: string; readonly before: unknown; readonly after: unknown };

/** The fields that an entry says something of, and what else it knows. What stayed the same is left out. */
export function changesOf({ detail }: Pick<AuditEntry, 'detail'>): {
  changes: FieldChange[];
  more: [name: string, value: unknown][];
  hasBefore: boolean;
} {
  const { before, after, ...rest } = detail ?? {};
  const [was, is] = [asRecord(before), asRecord(after)];
  const changes = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({ name, before: was[name], after: is[name] }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
  return { changes, more: Object.entries(rest), hasBefore: Object.keys(was).length > 0 };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}; // just told apart
