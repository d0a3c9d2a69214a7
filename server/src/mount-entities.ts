import type { FastifyInstance } from 'fastify';
import type { createReplyCleaner } from '#channels/email/parsing/reply-cleaner.ts';
import { type PlainNoun, plainNounNames } from '#contract/plain-nouns.ts';
import { calendarsTable } from '#domain/calendars/index.ts';
import { companiesTable, foundCompanies } from '#domain/companies/index.ts';
import { customersTable } from '#domain/customers/index.ts';
import { inboundMailsTable } from '#domain/inbound-mails/index.ts';
import { integrationsTable, systemSettingsTable } from '#domain/integrations/index.ts';
import { linksTable } from '#domain/links/index.ts';
import { mailboxesTable } from '#domain/mailboxes/index.ts';
import { messagesTable } from '#domain/messages/index.ts';
import { usersTable } from '#domain/people/index.ts';
import { acdProvidersTable, phonesTable } from '#domain/phones/index.ts';
import { productsTable } from '#domain/products/index.ts';
import { quidgetsTable } from '#domain/quidgets/index.ts';
import { savedSearchesTable } from '#domain/saved-searches/index.ts';
import { tagsTable } from '#domain/tags/index.ts';
import { teamsTable } from '#domain/teams/index.ts';
import { templatesTable } from '#domain/templates/index.ts';
import { ticketsTable } from '#domain/tickets/index.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import type { All } from './ground.ts';
import { type Mounted, mountEntity } from './http/mount.ts';
import type { Sessions } from './http/sessions.ts';

type EntityDoors = Pick<All, 'db' | 'wake' | 'limits' | 'secrets'> & {
  sessions: Sessions;
  mounted: Mounted;
  cleanHtml: ReturnType<typeof createReplyCleaner>;
  apiUrl: () => string;
};

/** The generic calls of every noun. */
export async function mountEntities(http: FastifyInstance, doors: EntityDoors): Promise<void> {
  const { secrets, cleanHtml, apiUrl, ...generic } = doors;
  mountEntity(http, companiesTable, {
    ...generic,
    create: (data, { person }, requestId) => foundCompanies(generic.db, data, person, requestId),
  });
  mountEntity(http, mailboxesTable(secrets), { ...generic, aliases: { 'mailboxes-new': 'mailboxes' } });
  mountEntity(http, integrationsTable(secrets), {
    ...generic,
    aliases: { systems: 'systems' },
    masked: ['auth1', 'auth2'],
  });
  for (const table of await ordinaryTables({ secrets, cleanHtml, apiUrl })) mountEntity(http, table, generic);
}

/** Every noun whose generic calls are like all others'. */
export async function ordinaryTables({
  secrets,
  cleanHtml,
  apiUrl,
}: Pick<EntityDoors, 'secrets' | 'cleanHtml' | 'apiUrl'>): Promise<EntityTable[]> {
  return [
    ...(await Promise.all(plainNounNames.map(tableOf))),
    templatesTable(cleanHtml),
    tagsTable,
    savedSearchesTable,
    productsTable(cleanHtml),
    customersTable,
    ticketsTable,
    messagesTable,
    usersTable,
    inboundMailsTable,
    teamsTable(cleanHtml),
    phonesTable,
    acdProvidersTable,
    systemSettingsTable,
    calendarsTable,
    linksTable(secrets),
    quidgetsTable(apiUrl),
  ];
}

/** A plain noun's table is where its name says: `categoriesTable` of `domain/categories/categories-table.ts`. */
async function tableOf(noun: PlainNoun): Promise<EntityTable> {
  const module: Record<string, EntityTable> = await import(`./domain/${noun}/${noun}-table.ts`);
  const table = module[`${noun}Table`];
  if (!table) throw new Error(`${noun}-table.ts exports no ${noun}Table`);
  return table;
}
