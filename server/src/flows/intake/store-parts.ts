import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import { storeAttachmentBytes } from '#domain/messages/index.ts';
import type { Files } from '#platform/files.ts';

export type StoredParts = readonly {
  name: string;
  contentType: string;
  contentId: string | null;
  inline: boolean;
  size: number;
  key: string;
  hash: Buffer;
}[];

/** Puts the attachments of a mail into storage before anything refers to them. */
export async function storeParts(files: Files, companyId: number, mail: ParsedMail): Promise<StoredParts> {
  const stored = [];
  for (const { name, contentType, contentId, inline, bytes } of mail.attachments) {
    const { key, hash } = await storeAttachmentBytes(files, companyId, bytes);
    stored.push({ name, contentType, contentId, inline, size: bytes.byteLength, key, hash });
  }
  return stored;
}
