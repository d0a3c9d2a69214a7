import { randomUUID } from 'node:crypto';
import { createTransport, type SendMailOptions } from 'nodemailer';

/** A customer's letter. From Hanna, with a text, unless told. */
export type Letter = Omit<SendMailOptions, 'subject'> & { subject: string };

export const hanna = { name: 'Hanna Lindqvist', address: 'hanna@lindqvist.test' };

const paper = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** Writes the mail down as a mail program would; `sender` is the address that it comes from. */
export async function aLetter(letter: Letter): Promise<{ raw: Buffer; messageId: string; sender: string }> {
  const messageId = `<${randomUUID()}@lindqvist.test>`;
  const { message, envelope } = await paper.sendMail({ from: hanna, text: 'Is it oak?', messageId, ...letter });
  return {
    raw: message as Buffer,
    messageId: String(letter.messageId ?? messageId),
    sender: envelope.from || hanna.address,
  };
}

/** A PNG of 2 × 2 red pixels. */
export const redPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGP4z8DwnwGMgRQAH+4D/dJQfRoAAAAASUVORK5CYII=',
  'base64',
);

/** The value of a header, unfolded; '' when there is none. */
export function headerOf(raw: string, name: string): string {
  const head = raw.slice(0, raw.search(/\r?\n\r?\n/)).replace(/\r?\n[ \t]+/g, ' ');
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
}
