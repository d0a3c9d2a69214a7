import type { FailureReason } from '#channels/email/parsing/mail-parser.ts';
import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import { type InboundMail, isOnlyStart, type RawPlace, rawReader } from '#domain/inbound-mails/index.ts';
import { codeOf } from '#platform/database.ts';
import { failpoint } from '#platform/failpoint.ts';
import type { Files } from '#platform/files.ts';
import type { Intake } from './run-intake.ts';
import { type StoredParts, storeParts } from './store-parts.ts';

/** A mail that could be read. */
export type Read = { readonly mail: ParsedMail; readonly parts: StoredParts; readonly isOnlyStart: boolean };

/** What came of reading a mail. */
export type Reading =
  | ({ readonly outcome: 'read' } & Read)
  | { readonly outcome: 'failed'; readonly reason: FailureReason; readonly detail: string }
  /** Its bytes are not on this machine. */
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'error'; readonly error: unknown };

/** Begins to read stored mails, side by side: parsed, and their attachments stored. None of them rejects. */
export function readMails(the: Intake, mails: readonly InboundMail[]): Promise<Reading>[] {
  const rawOf = rawReader(the.files, mails.filter(hasRaw));
  return mails.map((mail) =>
    readOne(the, mail, rawOf).catch((error: unknown): Reading => ({ outcome: 'error', error })),
  );
}

async function readOne(
  { parser, files }: Intake,
  mail: InboundMail,
  rawOf: (place: RawPlace) => Promise<Buffer>,
): Promise<Reading> {
  if (!hasRaw(mail)) return { outcome: 'absent' };
  const raw = await rawOf(mail).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (raw === undefined) return { outcome: 'absent' };
  const parsed = await parser.parse(raw);
  if (parsed.outcome === 'failed') return parsed;
  await failpoint('inbound.parsed');
  return { outcome: 'read', ...(await withParts(files, mail, raw, parsed.mail)) };
}

/** Puts the files of a mail away. Where the mail ends in the middle of them, none is whole. */
export async function withParts(
  files: Files,
  row: { readonly company_id: number; readonly size: number },
  raw: Buffer,
  parsed: ParsedMail,
): Promise<Read> {
  const isCut = isOnlyStart(raw, row);
  const mail = isCut ? { ...parsed, attachments: [] } : parsed;
  return { mail, parts: await storeParts(files, row.company_id, mail), isOnlyStart: isCut };
}

const hasRaw = (mail: InboundMail): mail is InboundMail & RawPlace => mail.raw_key !== null;
