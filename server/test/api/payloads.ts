import { password } from './people.ts';
import type { Shop } from './two-companies.ts';

type Payload = Record<string, unknown>;

const connection = {
  imap_username: 'support@shop.test',
  imap_password: 'app password',
  imap_server: '127.0.0.1',
  imap_port: 1,
  imap_type: 'none',
  smtp_login: null,
  smtp_password: null,
  smtp_host: '127.0.0.1',
  smtp_port: 1,
  smtp_security: 'none',
};
const twice = { password: 'maple-chair-9-pine', password_confirmation: 'maple-chair-9-pine' };
const recipient = [{ name: 'Hanna', address: 'hanna@lindqvist.test' }];

/**
 * What a good request of each call holds, all optional fields included: attacks are made by spoiling it in one place.
 * Keyed by the call's path; a test holds it to the contract.
 */
export const payloads: Readonly<Record<string, (shop: Shop, uploadId: number) => Payload>> = {
  'users/registration': () => ({
    name: 'Olena',
    email_confirmation: 'new@lumenoak.test',
    raw_password: password,
    language: 'en',
  }),
  'auth/login': (shop) => ({ email: `owner@${shop.canary}.test`, password, remember: true }),
  'auth/logout': () => ({}),
  'legal/read': () => ({ page: 'terms-of-use', language: 'ua' }),
  'email-confirmation/send': () => ({}),
  'email-confirmation/change-address': () => ({ email: 'other@lumenoak.test' }),
  'email-confirmation/check': () => ({ key: 'no such key' }),
  'email-confirmation/confirm': () => ({ key: 'no such key', password }),
  'email-confirmation/claim': () => ({ key: 'no such key', ...twice }),
  'forgot/email': () => ({ email: 'nobody@lumenoak.test', language: 'ua' }),
  'forgot/check': () => ({ token: 'no such token' }),
  'forgot/password': () => ({ token: 'no such token', ...twice }),
  'users/change-password': () => ({ old_password: 'not-my-password-1', ...twice }),
  'users/change-address': () => ({ email: 'other@lumenoak.test', password: 'not-my-password-1' }),
  'change-address/check': () => ({ key: 'no such key' }),
  'change-address/undo': () => ({ key: 'no such key' }),
  'outbox/find': () => ({}),
  'users/self': () => ({}),
  'settings/all': () => ({}),
  'settings/languages': () => ({}),
  'settings/change': () => ({
    language: 'ua',
    time_zone: 'Europe/Kyiv',
    date_format: 'YYYY-MM-DD',
    clock: 12,
    theme: 'dark',
    density: 'compact',
    signature: '<p>Olena</p>',
    after_sending: 'next',
    notification_position: 'topRight',
    notification_duration: 8000,
    quiet_hours: { is_on: 1, from: '21:30', to: '07:00' },
    notifications: { assigned: { mail: 0 } },
  }),
  'api-tokens/get': () => ({}),
  'api-tokens/create': (shop) => ({
    name: 'Warehouse',
    company_id: shop.companyId,
    scopes: ['tickets.get'],
    expires_in_days: 30,
  }),
  'api-tokens/revoke': (shop) => ({ id: shop.companyId * 1000 }),
  'profile/change': () => ({ name: 'Olena', phone: '+380 44 000', note: 'Late shift', status: 8 }),
  'profile/remove-avatar': () => ({}),
  'tickets/reply': (shop, uploadId) => ({
    ticket_id: shop.ticketId,
    client_id: crypto.randomUUID(),
    body_html: '<p>It is oak.</p>',
    to: recipient,
    cc: recipient,
    bcc: recipient,
    attachments: [uploadId],
    in_reply_to: shop.messageId,
  }),
  'tickets/note': (shop, uploadId) => ({
    ticket_id: shop.ticketId,
    client_id: crypto.randomUUID(),
    body_html: '<p>Call her.</p>',
    attachments: [uploadId],
  }),
  'tickets/retry-delivery': (shop) => ({ message_id: shop.messageId }),
  'tickets/resolve': (shop) => ({ ids: [shop.ticketId] }),
  'tickets/reopen': (shop) => ({ ids: [shop.ticketId] }),
  'tickets/read': (shop) => ({ ids: [shop.ticketId], is_unread: 1 }),
  'tickets/counters': (shop) => ({ company_id: shop.companyId }),
  'tickets/reply-defaults': (shop) => ({ ticket_id: shop.ticketId, message_id: shop.messageId }),
  'mailboxes/check': (shop) => ({ ...connection, company_id: shop.companyId, id: shop.mailboxId }),
  'mailboxes/detect': () => ({ email: 'support@shop.test' }),
  'mailboxes/fetch-since': (shop) => ({ id: shop.mailboxId, since: '2026-01-01' }),
  'mailboxes/send-test': (shop) => ({ id: shop.mailboxId }),
  'mailboxes/history': (shop) => ({ id: shop.mailboxId }),
  'inbound-mails/process-again': (shop) => ({ id: shop.inboundMailId }),
  'inbound-mails/move-to-ticket': (shop) => ({ id: shop.inboundMailId, number: 1 }),
  'audit/list': (shop) => ({ company_id: shop.companyId }),
  'audit/verify': (shop) => ({ company_id: shop.companyId, from: 1 }),
  'locked-account/list': () => ({}),
  'locked-account/unlock': () => ({ ips: ['203.0.113.7'] }),
  'users/reset-two-factor': (shop) => ({ user_id: shop.memberId }),
  'privileges/get': (shop) => ({ company_id: shop.companyId }),
  'privileges/change': (shop) => ({
    company_id: shop.companyId,
    changes: [{ role: 'agent', privilege: 'tickets.delete', value: 1 }],
  }),
  'privileges/require-two-factor': (shop) => ({ company_id: shop.companyId, role: 'agent', is_required: 0 }),
  'users/access': (shop) => ({ id: shop.memberId }),
  'users/change-access': (shop) => ({
    id: shop.memberId,
    company_id: shop.companyId,
    role: 'agent',
    scope: 'company',
    team_ids: [shop.ids?.teams],
    product_ids: [shop.productId],
  }),
  'users/take-back': (shop) => ({ id: shop.memberId, company_id: shop.companyId }),
  'users/remove': (shop) => ({ id: shop.memberId, company_id: shop.companyId }),
};

/** Which entity's id each field is; what is not named here is no id. */
export const idFields: Readonly<Record<string, (shop: Shop) => number>> = {
  ticket_id: (shop) => shop.ticketId,
  ids: (shop) => shop.ticketId,
  company_id: (shop) => shop.companyId,
  in_reply_to: (shop) => shop.messageId,
  message_id: (shop) => shop.messageId,
  user_id: (shop) => shop.memberId,
  team_ids: (shop) => shop.ids.teams ?? 0,
  product_ids: (shop) => shop.productId,
  attachments: (shop) => shop.attachmentIds[0] ?? 0,
};
