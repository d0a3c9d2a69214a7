import { htmlToText } from '#channels/email/parsing/html-to-text.ts';
import type { createReplyCleaner } from '#channels/email/parsing/reply-cleaner.ts';
import { customersTable } from '#domain/customers/index.ts';
import { makeMessageId, makeSideMessageId } from '#domain/mailboxes/index.ts';
import { type Operators, usersTable } from '#domain/people/index.ts';
import { phonesTable } from '#domain/phones/index.ts';
import type { SideTools } from '#domain/side-conversations/index.ts';
import { tagsTable } from '#domain/tags/index.ts';
import { templatesTable } from '#domain/templates/index.ts';
import type { LetterTools } from '#domain/tickets/index.ts';
import type { CsvTables } from '#flows/csv/export-list.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Config } from './config.ts';
import type { All } from './ground.ts';

export const sideTools = (secrets: Secrets): SideTools => ({
  makeSideMessageId: (of) => makeSideMessageId(secrets, of),
  textOf: htmlToText,
});

export const letterTools = (secrets: Secrets): LetterTools => ({
  makeMessageId: (of) => makeMessageId(secrets, of),
  textOf: htmlToText,
});

/** With a database of its own an installation has nobody but the first who came. */
export const operatorsOf = ({
  config,
  hasEmbeddedDatabase,
}: Pick<All, 'config' | 'hasEmbeddedDatabase'>): Operators => ({
  emails: config.OPERATOR_EMAILS,
  includesFirstAccount: hasEmbeddedDatabase,
});

export const providerAddresses = (config: Config) => ({
  telegram: config.TELEGRAM_API_URL,
  viber: config.VIBER_API_URL,
  whatsapp: config.WHATSAPP_API_URL,
});

/** Whose rows come and go as CSV, by the tables that their lists are made of. */
export const csvTables = (cleanHtml: ReturnType<typeof createReplyCleaner>): CsvTables => ({
  customers: customersTable,
  users: usersTable,
  templates: templatesTable(cleanHtml),
  tags: tagsTable,
  'product-call-phones': phonesTable,
});
