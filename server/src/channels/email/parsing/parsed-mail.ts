import type { UnreadableLetter } from '#contract/messages.ts';

/** A mailbox as a header names it. The domain is lower case ASCII; the local part is kept as written. */
export type MailAddress = { name: string; address: string };

export type MailAttachment = {
  /** Never empty, without path, control or direction-changing characters. */
  name: string;
  /** Lower case `type/subtype`, without parameters. */
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Without angle brackets: what `<img src="cid:…">` refers to. */
  contentId: string | null;
  /** Shown inside the HTML body, so a list of attachments may leave it out. */
  inline: boolean;
};

/**
 * What kind of sender wrote: `bounce` is a report about a mail that could not be delivered, `automatic` an answer or
 * notice made by a program, `bulk` a mailing to many. Only `human` mail may ever be answered automatically.
 */
export type MailKind = 'human' | 'automatic' | 'bounce' | 'bulk';

export type BounceRecipient = {
  address: string;
  /** RFC 3464: failed, delayed, delivered, relayed or expanded. */
  action: string;
  /** Enhanced status code such as 5.1.1 (RFC 3463), or '' when the report has none. */
  status: string;
  /** The words of the server that refused. */
  diagnostic: string;
};

export type Bounce = {
  /** Message-ID of the mail that came back, without angle brackets. */
  originalMessageId: string | null;
  recipients: BounceRecipient[];
};

/**
 * One Authentication-Results header (RFC 8601). Anybody can write such a header into a mail: only trust those whose
 * authserv-id is the receiving server's own, and of these only the ones above the first foreign one.
 */
export type AuthenticationResult = {
  authservId: string;
  spf: string | null;
  /** Domain (or address) that SPF looked at. */
  spfDomain: string | null;
  /** `pass` when at least one signature passed. */
  dkim: string | null;
  /** Domains whose signatures passed. */
  dkimDomains: string[];
  dmarc: string | null;
  /** The From domain that DMARC judged: compare it with the address that is shown. */
  dmarcFromDomain: string | null;
};

/**
 * A mail, understood. Every string is well-formed Unicode without NUL or control characters (text and HTML keep line
 * breaks and tabs), so each fits a PostgreSQL text column. The value can be cloned between threads.
 */
export type ParsedMail = {
  /** Without angle brackets, like all message ids here. */
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  subject: string;
  /** ISO 8601, UTC, as the sender claims: it may lie in the past or the future. */
  date: string | null;
  from: MailAddress | null;
  sender: MailAddress | null;
  replyTo: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  /** Addresses the mail was really delivered to: Delivered-To, X-Original-To, Envelope-To and the like. */
  deliveredTo: string[];
  /** '' is the empty sender `<>` of automatic mail; null when there is no such header. */
  returnPath: string | null;
  /** In order, with decoded values. */
  headers: [name: string, value: string][];
  /** The new part of the text. Empty only when the mail has no text at all. */
  text: string;
  /** The part that repeats earlier mails: folded in the desk, never thrown away. */
  quotedText: string;
  /** Sanitised; null when the mail has no HTML. */
  html: string | null;
  quotedHtml: string | null;
  /** Images that the HTML would load from elsewhere, both parts together. */
  remoteImageCount: number;
  attachments: MailAttachment[];
  kind: MailKind;
  /** Why it is not `human`, in a few English words; '' when it is. */
  kindReason: string;
  bounce: Bounce | null;
  /** From the top of the mail downwards: the nearest server's first. */
  authentication: AuthenticationResult[];
  /** What its reader must be told is not shown: the gravest, null when nothing is missing. */
  unreadable: UnreadableLetter | null;
  /** What was odd or left out, in English. */
  warnings: string[];
};

/** Numbers on everything that a hostile mail could make grow. What is cut off stays in the raw mail. */
export const limits = {
  headerBlockBytesMax: 2_000_000,
  headersMax: 500,
  headersTotalLengthMax: 500_000,
  headerValueLengthMax: 20_000,
  /** A structured or address header is not read beyond this. */
  headerReadLengthMax: 200_000,
  subjectLengthMax: 1_000,
  messageIdLengthMax: 998,
  messageIdsMax: 100,
  addressesMax: 500,
  addressLengthMax: 320,
  nameLengthMax: 200,
  partsMax: 1_000,
  partDepthMax: 50,
  textLengthMax: 1_000_000,
  htmlLengthMax: 500_000,
  /** Before the pictures that are written into it are taken out. */
  htmlSourceLengthMax: 5_000_000,
  dataImagesMax: 200,
  htmlDepthMax: 250,
  linksMax: 5_000,
  linkLengthMax: 8_000,
  attachmentNameLengthMax: 200,
  authenticationResultsMax: 20,
  bounceRecipientsMax: 100,
  diagnosticLengthMax: 2_000,
  warningsMax: 50,
} as const;
