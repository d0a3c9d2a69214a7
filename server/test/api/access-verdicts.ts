/** What a call asks of whoever makes it. */
export type Verdict =
  /** Anybody, signed in or not. */
  | 'public'
  /** The signed-in person alone is concerned. */
  | 'mine'
  /** Operators of the installation, whatever somebody may do in their company (SAFETY A10). */
  | 'operators'
  /** A company is concerned: from which level its thing is seen, and from which the call may be made. */
  | { readonly sees: 1 | 2 | 3; readonly may: 1 | 2 | 3 }
  /** Takes what is seen and passes over the rest. */
  | 'seen';

const admins = { sees: 1, may: 3 } as const;
const supervisors = { sees: 1, may: 2 } as const;
const mailLog = { sees: 2, may: 2 } as const;
const everybody = { sees: 1, may: 1 } as const;

/** Every call of the contract, by its path. A test fails for one that is not judged here. */
export const verdicts: Readonly<Record<string, Verdict>> = {
  'api-tokens/create': 'mine',
  'api-tokens/get': 'mine',
  'api-tokens/revoke': 'mine',
  'audit/list': { sees: 3, may: 3 },
  'audit/verify': { sees: 3, may: 3 },
  'auth/confirm-password': 'mine',
  'auth/login': 'public',
  'auth/logout': 'public',
  'change-address/check': 'public',
  'change-address/undo': 'public',
  'email-confirmation/change-address': 'mine',
  'email-confirmation/check': 'public',
  'email-confirmation/claim': 'public',
  'email-confirmation/confirm': 'public',
  'email-confirmation/send': 'mine',
  'forgot/check': 'public',
  'forgot/email': 'public',
  'forgot/password': 'public',
  'google2fa/check': 'mine',
  'google2fa/confirm': 'mine',
  'google2fa/disable': 'mine',
  'google2fa/enable': 'mine',
  'google2fa/forget-device': 'mine',
  'google2fa/recovery-codes': 'mine',
  'google2fa/status': 'mine',
  'inbound-mails/move-to-ticket': mailLog,
  'inbound-mails/process-again': mailLog,
  'legal/read': 'public',
  'locked-account/list': 'operators',
  'locked-account/open': 'public',
  'locked-account/unlock': 'operators',
  'mailboxes/check': admins,
  'mailboxes/detect': 'mine',
  'mailboxes/fetch-since': admins,
  'mailboxes/history': everybody,
  'mailboxes/send-test': admins,
  'notifications/at-desk': 'mine',
  'outbox/find': 'public',
  'privileges/change': admins,
  'privileges/get': admins,
  'privileges/require-two-factor': admins,
  'profile/change': 'mine',
  'profile/remove-avatar': 'mine',
  'product-call-phones/create': 'operators',
  'product-call-phones/edit': 'operators',
  'product-call-phones/history': everybody,
  'product-call-phones/list-all': 'operators',
  'promocode/list': 'operators',
  'promocode/make': 'operators',
  'promocode/revoke': 'operators',
  'push/devices': 'mine',
  'push/resume': 'mine',
  'push/subscribe': 'mine',
  'push/try': 'mine',
  'push/unsubscribe': 'mine',
  'saved-searches/order': supervisors,
  'sessions/end': 'mine',
  'sessions/end-others': 'mine',
  'sessions/get': 'mine',
  'settings/all': 'mine',
  'settings/change': 'mine',
  'settings/languages': 'public',
  'sso/begin': 'public',
  'sso/finish': 'public',
  'sso/link': 'public',
  'sso/offer': 'public',
  'tags/merge': supervisors,
  'templates/find': everybody,
  'templates/insert': everybody,
  'templates/preview': everybody,
  'tickets/counters': 'seen',
  'tickets/note': everybody,
  'tickets/read': 'seen',
  'tickets/reopen': everybody,
  'tickets/reply': everybody,
  'tickets/reply-defaults': everybody,
  'tickets/resolve': everybody,
  'tickets/retry-delivery': everybody,
  'tickets/tag': everybody,
  'users/access': everybody,
  'users/change-access': admins,
  'users/change-address': 'mine',
  'users/change-password': 'mine',
  'users/registration': 'public',
  'users/remove': admins,
  'users/reset-two-factor': admins,
  'users/self': 'mine',
  'users/take-back': admins,
};
