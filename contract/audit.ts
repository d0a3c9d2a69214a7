import { z } from 'zod';
import { call } from './call.ts';
import { idValue, safeText, timeValue } from './entity.ts';

/** What can happen to an account. Each is a line of the audit trail, of the installation and of the person's companies. */
export const accountActions = [
  'registered',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'second_step_passed',
  'second_step_failed',
  'recovery_code_used',
  'locked',
  'unlocked',
  'address_locked',
  'address_unlocked',
  'password_forgotten',
  'password_changed',
  'password_confirmed',
  'password_confirmation_failed',
  'email_confirmed',
  'email_changed',
  'two_factor_on',
  'two_factor_off',
  'two_factor_reset',
  'recovery_codes_made',
  'device_trusted',
  'devices_forgotten',
  'push_on',
  'push_off',
  'session_ended',
  'sessions_ended',
  'profile_changed',
  'settings_changed',
  'token_made',
  'token_revoked',
  'ai_config_added',
  'ai_config_deleted',
  'sso_linked',
  'sso_unlinked',
  'refused',
] as const;
export type AccountAction = (typeof accountActions)[number];

/** What happens to the trail itself. */
export type TrailAction = 'exported' | 'imported' | 'verified';
/** What nothing brings back. */
export type FinalAction = 'purged' | 'erased';
/** What operators of the installation do to a company. */
export type OperatorAction = 'suspended' | 'resumed';

/** Entries of one company, or of the installation (null), which its operators alone see. */
const whose = { company_id: idValue.nullable() };
const narrowing = {
  actor_id: idValue.optional(),
  entity: safeText(50, 1).optional(),
  action: safeText(50, 1).optional(),
  entity_id: idValue.optional(),
  /** The beginning of an address is enough. */
  ip: safeText(45, 1).optional(),
  from: timeValue.optional(),
  to: timeValue.optional(),
};
export const auditNarrowing = z.strictObject(narrowing);
export type AuditNarrowing = z.output<typeof auditNarrowing>;

export const auditEntry = z.strictObject({
  number: z.int(),
  at: z.string(),
  entity: z.string(),
  action: z.string(),
  entity_id: z.int().nullable(),
  /** What the thing was called then. */
  title: z.string().nullable(),
  actor_kind: z.enum(['user', 'customer', 'system']),
  actor_id: z.int().nullable(),
  actor_name: z.string().nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
  /** What it said was taken out then, with whom or what it spoke of; that it happened stays. */
  erased_at: z.string().nullable(),
  hash: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditEntriesPerPage = 50;
export const listAudit = call('audit/list', 'Entries of the audit trail, the newest first', {
  data: z.strictObject({ ...whose, ...narrowing, before: z.int().positive().optional() }),
  answer: z.strictObject({
    entries: z.array(auditEntry),
    /** What to ask for next as `before`; null at the end. */
    next: z.int().nullable(),
  }),
  errors: ['forbidden', 'not_found'],
});

export const newerEntriesMax = 100;
export const countNewerAudit = call('audit/newer', 'How many entries came after one that is known', {
  data: z.strictObject({ ...whose, ...narrowing, after: z.int().nonnegative() }),
  /** Counted up to a hundred. */
  answer: z.strictObject({ count: z.int() }),
  errors: ['forbidden', 'not_found'],
});

/** How a chain can be broken: an entry was changed, is missing, came from elsewhere, or the end is not the one that was sealed. */
export const auditFaults = ['changed', 'missing', 'added', 'seal'] as const;

export const entriesPerVerification = 20_000;
export const verifyAudit = call('audit/verify', 'Checks the chain of the audit trail, a stretch at a time', {
  data: z.strictObject({ ...whose, from: z.int().positive().default(1) }),
  answer: z.strictObject({
    /** How many entries the chain has. */
    entries: z.int(),
    /** Where to go on; null when the end is reached or something is broken. */
    next: z.int().nullable(),
    broken: z.strictObject({ number: z.int(), fault: z.enum(auditFaults) }).nullable(),
    /** The last entry's hash: written down elsewhere, it proves later that nothing up to here was replaced. */
    fingerprint: z.string(),
  }),
  errors: ['forbidden', 'not_found'],
});

export const auditExportRowsMax = 100_000;
/** `GET audit/export` takes the same in its query; without `company_id` it is the installation's. */
export const auditExportQuery = z.strictObject({
  ...narrowing,
  company_id: z.coerce.number().pipe(idValue).optional(),
  actor_id: z.coerce.number().pipe(idValue).optional(),
  entity_id: z.coerce.number().pipe(idValue).optional(),
});
