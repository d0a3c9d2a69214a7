/** Headers that we write, that servers write, or that decide where a mail goes and who it is from. */
const reserved =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|in-reply-to|references|return-path|received.*|resent-.*|content-.*|mime-version|auto-submitted|authentication-results|arc-.*|dkim-.*|delivered-to|envelope-to|x-original-to|disposition-notification-to|return-receipt-to)$/i;

/** Whether mails have it from us, or from servers: nobody sets it for a mailbox. */
export const isReservedHeader = (name: string): boolean => reserved.test(name);

const headerValueLengthMax = 998;

/**
 * Whether a header that a person set for a mailbox may stand in an outgoing mail: a name of letters, digits and hyphens
 * that is not one of ours, and a value of one line. One that may not is refused when it is saved and when it is used.
 */
export const isSafeHeader = (name: string, value: string): boolean =>
  /^[A-Za-z][A-Za-z0-9-]{0,75}$/.test(name) &&
  !isReservedHeader(name) &&
  value.length <= headerValueLengthMax &&
  !/\p{Cc}/u.test(value) &&
  value.isWellFormed();
