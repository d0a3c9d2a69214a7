import type { Secrets } from '#platform/secrets.ts';

/**
 * What ties a mail to its ticket: a Message-ID of ours, or an address to answer to, that carries company and ticket and
 * a full-length HMAC over them. Who does not know the installation's key cannot make one; a truncated, longer or foreign
 * one is nothing (SAFETY A34).
 */
export type ThreadToken = { readonly companyId: number; readonly ticketId: number };

const idPurpose = 'mail-message-id';
const addressPurpose = 'mail-reply-address';
/** RFC 5321 section 4.5.3.1.1. */
const localPartLengthMax = 64;

/** A fresh Message-ID, without angle brackets, in the domain of the sender. */
export function makeMessageId(secrets: Secrets, the: ThreadToken & { address: string }): string {
  const body = `p.${the.companyId.toString(36)}.${the.ticketId.toString(36)}.${crypto.randomUUID().replaceAll('-', '')}`;
  const domain = the.address.slice(the.address.lastIndexOf('@') + 1);
  return `${body}.${secrets.sign(idPurpose, body)}@${domain}`;
}

/** The ticket a Message-ID of ours belongs to; undefined for every other. */
export function readMessageId(secrets: Secrets, messageId: string): ThreadToken | undefined {
  const found = /^(p\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.[0-9a-f]{32})\.([A-Za-z0-9_-]{43})@/.exec(messageId);
  if (!found?.[1] || !found[2] || !found[3] || !found[4]) return undefined;
  if (!secrets.verify(idPurpose, found[1], found[4])) return undefined;
  return { companyId: Number.parseInt(found[2], 36), ticketId: Number.parseInt(found[3], 36) };
}

/** `support+4k.…@shop.example`; the plain address when the local part would grow too long. */
export function makeReplyAddress(secrets: Secrets, the: ThreadToken & { address: string }): string {
  const at = the.address.lastIndexOf('@');
  const body = `${the.companyId.toString(36)}.${the.ticketId.toString(36)}`;
  const local = `${the.address.slice(0, at)}+${the.ticketId.toString(36)}.${secrets.sign(addressPurpose, body)}`;
  return local.length > localPartLengthMax ? the.address : `${local}@${the.address.slice(at + 1)}`;
}

/** The ticket of this company that an address of ours was made for. */
export function readReplyAddress(secrets: Secrets, companyId: number, address: string): ThreadToken | undefined {
  const found = /\+([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})@/.exec(address);
  if (!found?.[1] || !found[2]) return undefined;
  const ticketId = Number.parseInt(found[1], 36);
  const body = `${companyId.toString(36)}.${ticketId.toString(36)}`;
  return secrets.verify(addressPurpose, body, found[2]) ? { companyId, ticketId } : undefined;
}

/**
 * The same for a side conversation. Signed for another purpose: none of its tokens is one of the ticket's, nor the other
 * way round, so what a third party holds never opens the thread of the customer.
 */
export type SideToken = { readonly companyId: number; readonly sideId: number };

const sideIdPurpose = 'side-message-id';
const sideAddressPurpose = 'side-reply-address';

export function makeSideMessageId(secrets: Secrets, the: SideToken & { address: string }): string {
  const body = `s.${the.companyId.toString(36)}.${the.sideId.toString(36)}.${crypto.randomUUID().replaceAll('-', '')}`;
  const domain = the.address.slice(the.address.lastIndexOf('@') + 1);
  return `${body}.${secrets.sign(sideIdPurpose, body)}@${domain}`;
}

export function readSideMessageId(secrets: Secrets, messageId: string): SideToken | undefined {
  const found = /^(s\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.[0-9a-f]{32})\.([A-Za-z0-9_-]{43})@/.exec(messageId);
  if (!found?.[1] || !found[2] || !found[3] || !found[4]) return undefined;
  if (!secrets.verify(sideIdPurpose, found[1], found[4])) return undefined;
  return { companyId: Number.parseInt(found[2], 36), sideId: Number.parseInt(found[3], 36) };
}

export function makeSideReplyAddress(secrets: Secrets, the: SideToken & { address: string }): string {
  const at = the.address.lastIndexOf('@');
  const body = `${the.companyId.toString(36)}.${the.sideId.toString(36)}`;
  const local = `${the.address.slice(0, at)}+s${the.sideId.toString(36)}.${secrets.sign(sideAddressPurpose, body)}`;
  return local.length > localPartLengthMax ? the.address : `${local}@${the.address.slice(at + 1)}`;
}

export function readSideReplyAddress(secrets: Secrets, companyId: number, address: string): SideToken | undefined {
  const found = /\+s([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})@/.exec(address);
  if (!found?.[1] || !found[2]) return undefined;
  const sideId = Number.parseInt(found[1], 36);
  const body = `${companyId.toString(36)}.${sideId.toString(36)}`;
  return secrets.verify(sideAddressPurpose, body, found[2]) ? { companyId, sideId } : undefined;
}

/** Text without any token: what is shown to others must open nothing. */
export const withoutTokens = (text: string): string =>
  text
    .replace(/\+s?[0-9a-z]{1,11}\.[A-Za-z0-9_-]{43}(?=@|%40|&#64;)/g, '')
    .replace(/\b[ps]\.[0-9a-z]{1,11}\.[0-9a-z]{1,11}\.[0-9a-f]{32}\.[A-Za-z0-9_-]{43}/g, '…');
