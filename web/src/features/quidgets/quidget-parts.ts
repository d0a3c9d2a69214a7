/** The parts of the editor; the chosen one is the hash. */
export const quidgetParts = ['look', 'texts', 'form', 'behaviour', 'installation', 'security'] as const;
export type QuidgetPart = (typeof quidgetParts)[number];

/** Where a field is found. */
export function partOf(field: string): QuidgetPart {
  const [head = ''] = field.split('/');
  if (head === 'texts' || head === 'form' || head === 'behaviour') return head;
  if (field === 'calendar_id' || head === 'proactive') return 'behaviour';
  return field === 'allowed_domains' ? 'security' : 'look';
}
