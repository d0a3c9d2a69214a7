import { z } from 'zod';
import { holidaysMax, holidayValue, timeZoneValue, weekValue } from '#contract/calendars.ts';
import { additionalOf } from '#contract/integrations.ts';
import { isLinkUrl, linkUrlLettersMax } from '#contract/links.ts';
import { headerLine } from '#contract/mailboxes.ts';
import { address } from '#contract/messages.ts';
import { autoReplyTexts } from '#contract/products.ts';
import { quidgetSettings } from '#contract/quidget-settings.ts';
import { allowedDomains } from '#contract/quidgets.ts';
import { ticketFilters } from '#contract/saved-searches.ts';
import { templateTexts } from '#contract/templates.ts';
import type { Row } from './archive-plan.ts';
import { broken } from './read-archive.ts';

const linkUrl = z.string().max(linkUrlLettersMax).refine(isLinkUrl);
const addresses = z.array(address);
const recipients = z.array(
  z.looseObject({
    address: z.string(),
    state: z.enum(['waiting', 'accepted', 'refused']),
    reason: z.string().optional(),
  }),
);

/**
 * What the database takes in any shape, and work for all companies reads: what a call would refuse is refused of an archive
 * too, or one that somebody wrote by hand would hold up everybody.
 */
export const archiveShapes: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  customers: { time_zone: timeZoneValue },
  calendars: { time_zone: timeZoneValue, week: weekValue, holidays: z.array(holidayValue).max(holidaysMax) },
  products: { auto_reply_texts: autoReplyTexts },
  mailboxes: { additional_headers: z.array(headerLine).max(10) },
  quidgets: { settings: quidgetSettings, allowed_domains: allowedDomains },
  messengers: { additional: additionalOf },
  links: { url: linkUrl },
  templates: { texts: templateTexts },
  saved_searches: { query: ticketFilters },
  messages: {
    to_list: addresses,
    cc_list: addresses,
    bcc_list: addresses,
    reply_to_list: addresses,
    event_values: z.record(z.string(), z.unknown()),
  },
  side_conversations: { partners: addresses },
  deliveries: { recipients },
};

/** In a list, however deep it lies: a shape has something to say of each, and all of that is in memory at once. */
const membersMax = 20_000;
/** Names and lines; what people write at length stands in columns of its own. */
const lineLettersMax = 21_000;
const longTexts = ['body_html', 'body_text', 'quoted_html', 'quoted_text', 'words', 'text', 'note'];
/** Within the years that programs know: PostgreSQL goes on to infinity, and there is no Date for that. */
const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** Refuses what nobody here could have written. `times`: the columns that hold one. */
export function checkValues(table: string, row: Row, times: readonly string[], where: string): void {
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue;
    const shape = archiveShapes[table]?.[name];
    const isWrong =
      (shape && (holdsTooMuch(value) || !shape.safeParse(value).success)) ||
      (times.includes(name) && !time.test(String(value))) ||
      (typeof value === 'string' && value.length > lineLettersMax && !longTexts.includes(name));
    if (isWrong) throw broken(`${where}: ${name}`);
  }
}

function holdsTooMuch(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members = Object.values(value);
  return members.length > membersMax || members.some(holdsTooMuch);
}
