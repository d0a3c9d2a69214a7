import type { HeaderField } from './mime-header.ts';
import type { MimePart } from './mime-tree.ts';
import type { MailKind, ParsedMail } from './parsed-mail.ts';
export function classifyMail(
  _fields: HeaderField[],
  _root: MimePart,
  _mail: ParsedMail,
): { kind: MailKind; reason: string } {
  return { kind: 'human', reason: '' };
}
