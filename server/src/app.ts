import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import nodemailer from 'nodemailer';
import type { TxtResolver } from '#channels/email/domain-check/txt-resolver.ts';
import { htmlToText } from '#channels/email/parsing/html-to-text.ts';
import { createMailParser, type MailParser } from '#channels/email/parsing/mail-parser.ts';
import { createReplyCleaner } from '#channels/email/parsing/reply-cleaner.ts';
import { calendarsTable } from '#domain/calendars/index.ts';
import { categoriesTable } from '#domain/categories/index.ts';
import { companiesTable, foundCompanies } from '#domain/companies/index.ts';
import { customersTable } from '#domain/customers/index.ts';
import { inboundMailsTable } from '#domain/inbound-mails/index.ts';
import { integrationsTable, systemSettingsTable } from '#domain/integrations/index.ts';
import { labelsTable } from '#domain/labels/index.ts';
import { mailboxesTable, makeMessageId } from '#domain/mailboxes/index.ts';
import { messagesTable } from '#domain/messages/index.ts';
import { usersTable } from '#domain/people/index.ts';
import { acdProvidersTable, phonesTable } from '#domain/phones/index.ts';
import { productsTable } from '#domain/products/index.ts';
import { quidgetsTable } from '#domain/quidgets/index.ts';
import { savedSearchesTable } from '#domain/saved-searches/index.ts';
import { tagsTable } from '#domain/tags/index.ts';
import { teamsTable } from '#domain/teams/index.ts';
import { templatesTable } from '#domain/templates/index.ts';
import { type LetterTools, ticketsTable } from '#domain/tickets/index.ts';
import { exportCompany } from '#flows/archive/export-company.ts';
import { importCompany, undoImport } from '#flows/archive/import-company.ts';
import { runAudit } from '#flows/audit/run-audit.ts';
import { bulkJobs } from '#flows/bulk/bulk-jobs.ts';
import { csvJobs } from '#flows/csv/csv-jobs.ts';
import type { CsvTables } from '#flows/csv/export-list.ts';
import { runDeliveries } from '#flows/delivery/run-deliveries.ts';
import { runSentCopies } from '#flows/delivery/run-sent-copies.ts';
import { runWaitingLetters } from '#flows/delivery/run-waiting-letters.ts';
import { releaseAbandonedWork } from '#flows/housekeeping/release-abandoned-work.ts';
import { runHousekeeping } from '#flows/housekeeping/run-housekeeping.ts';
import { runIntake } from '#flows/intake/run-intake.ts';
import { runIntegrationChecks } from '#flows/integrations/run-integration-checks.ts';
import { runJobs } from '#flows/jobs/run-jobs.ts';
import { runMailboxFleet } from '#flows/mailbox-fleet/run-mailbox-fleet.ts';
import { runNotificationLetters } from '#flows/notifications/run-notification-letters.ts';
import { runNotifications } from '#flows/notifications/run-notifications.ts';
import { runPushes } from '#flows/notifications/run-pushes.ts';
import { runPresence } from '#flows/presence/run-presence.ts';
import { runRealtime } from '#flows/realtime/run-realtime.ts';
import { runRouting } from '#flows/routing/run-routing.ts';
import { runSearchWords } from '#flows/search/run-search-words.ts';
import { runSnoozes } from '#flows/snoozes/run-snoozes.ts';
import { runRecovery } from '#flows/system-mail/run-recovery.ts';
import { intoOutbox, runSystemMail } from '#flows/system-mail/run-system-mail.ts';
import { runWatching } from '#flows/watching/run-watching.ts';
import type { Brands } from '#platform/brands/brands.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { createLimits, type Limits } from '#platform/limits.ts';
import type { Log } from '#platform/log.ts';
import { createOutboundGuard } from '#platform/outbound-guard.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import type { Config } from './config.ts';
import { mountApiDocs } from './http/api-docs.ts';
import { mountBrandFiles } from './http/brand-files.ts';
import { clientAddress, openFrontDoor } from './http/front-door.ts';
import { createLetterLinks } from './http/letter-links.ts';
import { createMounted, mountEntity } from './http/mount.ts';
import { noteRefusals } from './http/note-refusals.ts';
import { mountOperations } from './http/operations.ts';
import { hasOutboxPage, mountOutbox } from './http/outbox-page.ts';
import { servePages } from './http/pages.ts';
import { mountQuidgetScript } from './http/quidget-script.ts';
import { mountAccess } from './http/routes/access-routes.ts';
import { mountAccounts } from './http/routes/account-routes.ts';
import { mountApiTokens } from './http/routes/api-token-routes.ts';
import { mountArchives } from './http/routes/archive-routes.ts';
import { mountAudit } from './http/routes/audit-routes.ts';
import { mountCompanies } from './http/routes/company-routes.ts';
import { mountCompose } from './http/routes/compose-routes.ts';
import { mountConfirmation } from './http/routes/confirmation-routes.ts';
import { mountCsv } from './http/routes/csv-routes.ts';
import { mountCustomers } from './http/routes/customer-routes.ts';
import { mountDrafts } from './http/routes/draft-routes.ts';
import { mountFiles } from './http/routes/file-routes.ts';
import { mountIntegrations } from './http/routes/integration-routes.ts';
import { mountInvites } from './http/routes/invite-routes.ts';
import { mountJobs } from './http/routes/job-routes.ts';
import { mountLegal } from './http/routes/legal-routes.ts';
import { mountLetters } from './http/routes/letter-routes.ts';
import { mountMailboxes } from './http/routes/mailbox-routes.ts';
import { mountNotifications } from './http/routes/notification-routes.ts';
import { mountOperators } from './http/routes/operator-routes.ts';
import { mountPhones } from './http/routes/phone-routes.ts';
import { mountProfile } from './http/routes/profile-routes.ts';
import { mountPromoCodes } from './http/routes/promo-code-routes.ts';
import { mountPush } from './http/routes/push-routes.ts';
import { mountQuidgets } from './http/routes/quidget-routes.ts';
import { mountRecovery } from './http/routes/recovery-routes.ts';
import { mountSearch } from './http/routes/search-routes.ts';
import { mountSettings } from './http/routes/settings-routes.ts';
import { mountSignIn } from './http/routes/sign-in-routes.ts';
import { mountSso } from './http/routes/sso-routes.ts';
import { mountTags } from './http/routes/tag-routes.ts';
import { mountTeams } from './http/routes/team-routes.ts';
import { mountTemplates } from './http/routes/template-routes.ts';
import { mountTicketBulk } from './http/routes/ticket-bulk-routes.ts';
import { mountTicketLife } from './http/routes/ticket-life-routes.ts';
import { mountTicketMerges } from './http/routes/ticket-merge-routes.ts';
import { mountTickets } from './http/routes/ticket-routes.ts';
import { createSessions } from './http/sessions.ts';
import { openSocketDoor } from './http/socket-door.ts';
import { createMailDoor } from './mail-door.ts';
import { createMessengerDoor } from './messenger-door.ts';
import { readBrands } from './read-brands.ts';
import { readLegalPages } from './read-legal-pages.ts';
import { readProviders } from './read-providers.ts';

export type Ground = {
  config: Config;
  db: Database;
  files: Files;
  secrets: Secrets;
  wake: Wake;
  log: Log;
  /** Where system mail goes without SMTP_URL. */
  outboxFolder: string;
  /** The built desk; null in tests that need no pages. */
  webFolder: string | null;
  hasEmbeddedDatabase: boolean;
  /** Who is asked about DNS records; without it, the name servers of this machine. */
  resolveTxt?: TxtResolver;
  /** Counted elsewhere; without it, by what the configuration says. */
  limits?: Limits;
};

export type Parley = {
  /** Where it listens, as people reach it. */
  url: string;
  http: FastifyInstance | undefined;
  stop(): Promise<void>;
};

/** Builds every room and opens the doors. The only place that knows them all. */
export async function openParley(ground: Ground): Promise<Parley> {
  const { config } = ground;
  const guard = createOutboundGuard({ allow: config.OUTBOUND_ALLOW });
  // One core is left to the rest of the process; a second thread steps in when a mail holds up the first.
  const parser = createMailParser({ workersMax: os.availableParallelism() > 2 ? 2 : 1, threadsMax: 2 });
  const limits =
    ground.limits ??
    (await createLimits({
      redisUrl: config.REDIS_URL,
      onError: (err) => ground.log.warn({ err }, 'Redis is away: each process counts limits for itself'),
    }));
  const brands = readBrands(config, ground.log);
  const all = { ...ground, guard, parser, limits, brands, worker: crypto.randomUUID() };
  const closers: (() => unknown)[] = [() => parser.close(), () => limits.close()];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };

  let url = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  let http: FastifyInstance | undefined;
  try {
    if (config.ROLE !== 'worker') {
      const web = await openWeb(all, () => url);
      http = web.http;
      closers.push(...web.closers);
      const address = await http.listen({ port: config.PORT, host: config.HOST });
      url = config.PUBLIC_URL ?? `http://localhost:${new URL(address).port}`;
    }
    if (config.ROLE !== 'web') {
      if (ground.hasEmbeddedDatabase) await releaseAbandonedWork(ground.db);
      closers.push(...startWorkers(all, () => url));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, http, stop };
}

type All = Ground & {
  guard: ReturnType<typeof createOutboundGuard>;
  parser: MailParser;
  limits: Limits;
  worker: string;
  brands: Brands;
};

async function openWeb(
  all: All,
  publicUrl: () => string,
): Promise<{ http: FastifyInstance; closers: (() => unknown)[] }> {
  const { config, db, files, secrets, wake, log, brands, limits } = all;
  const http = await openFrontDoor({ log, trustedProxies: config.TRUSTED_PROXIES, publicOrigin: config.PUBLIC_URL });
  const isSecure = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const sessions = createSessions(db, wake, limits, isSecure);
  const links = createLetterLinks(isSecure);
  const realtime = await runRealtime({ db, wake, log });
  const presence = runPresence({ db, wake, log });
  const watching = runWatching({ db, wake, log });
  const socketDoor = openSocketDoor(http, {
    sessions,
    join: realtime.join,
    enter: presence.enter,
    sit: watching.join,
    log,
    publicOrigin: config.PUBLIC_URL,
    addressOf: clientAddress(config.TRUSTED_PROXIES),
  });

  const cleanHtml = createReplyCleaner();
  noteRefusals(http, { db, sessions, log });
  const mounted = createMounted();
  const apiUrl = () => `${publicUrl()}/v1`;
  const generic = { db, sessions, wake, mounted, limits };
  mountEntity(http, companiesTable, { ...generic, create: (data, { person }) => foundCompanies(db, data, person) });
  mountEntity(http, mailboxesTable(secrets), { ...generic, aliases: { 'mailboxes-new': 'mailboxes' } });
  mountEntity(http, integrationsTable(secrets), {
    ...generic,
    aliases: { systems: 'systems' },
    masked: ['auth1', 'auth2'],
  });
  for (const table of [
    categoriesTable,
    templatesTable(cleanHtml),
    tagsTable,
    labelsTable,
    savedSearchesTable,
    productsTable(cleanHtml),
    customersTable,
    ticketsTable,
    messagesTable,
    usersTable,
    inboundMailsTable,
    teamsTable,
    phonesTable,
    acdProvidersTable,
    systemSettingsTable,
    calendarsTable,
    quidgetsTable(apiUrl),
  ])
    mountEntity(http, table, generic);

  const operators = { emails: config.OPERATOR_EMAILS, includesFirstAccount: all.hasEmbeddedDatabase };
  // Links lead to the configured address, whatever name the request used; that one chooses between two brands and no more.
  const houseOf = (request: FastifyRequest) => ({
    publicUrl: publicUrl(),
    brand: brands.ofHost(request.hostname),
    secrets,
  });
  mountSignIn(http, { db, sessions, mounted, wake, secrets, limits, operators, houseOf, links });
  mountAccounts(http, { db, sessions, mounted, wake, houseOf, operators, limits });
  mountApiTokens(http, { db, sessions, mounted });
  mountSettings(http, { db, sessions, mounted, wake, cleanHtml });
  mountPush(http, { db, sessions, mounted, wake, secrets, guard: all.guard, limits });
  mountNotifications(http, { db, sessions, mounted, wake });
  mountProfile(http, { db, sessions, files, mounted, wake, limits });
  mountCompanies(http, { db, sessions, files, limits });
  mountAccess(http, { db, sessions, mounted, wake, houseOf, limits });
  mountInvites(http, { db, sessions, mounted, wake, houseOf, limits, links });
  mountTeams(http, { db, sessions, mounted });
  mountOperators(http, { db, sessions, mounted, wake, limits, houseOf });
  mountPhones(http, { db, sessions, mounted, wake, operators });
  mountPromoCodes(http, { db, sessions, mounted, operators });
  mountSso(http, {
    db,
    sessions,
    mounted,
    wake,
    limits,
    publicUrl,
    isSecure,
    houseOf,
    providers: readProviders(config, all.guard),
  });
  mountAudit(http, { db, sessions, mounted, wake, secrets, operators });
  mountConfirmation(http, { db, sessions, mounted, wake, houseOf, limits, links });
  mountRecovery(http, { db, sessions, mounted, wake, houseOf, limits, links, hasOutbox: hasOutboxPage(config) });
  const letters = letterTools(secrets);
  mountDrafts(http, { db, sessions, mounted, wake, cleanHtml, letters });
  mountTickets(http, { db, sessions, mounted, wake, cleanHtml, letters });
  mountCompose(http, { db, sessions, mounted, wake, limits, cleanHtml, letters });
  mountTicketLife(http, { db, sessions, mounted, wake });
  mountTicketBulk(http, { db, sessions, mounted, wake, limits });
  mountTicketMerges(http, { db, sessions, mounted, wake });
  mountTemplates(http, { db, sessions, mounted, cleanHtml });
  mountSearch(http, { db, sessions, mounted, limits });
  mountCustomers(http, { db, sessions, mounted, wake });
  mountTags(http, { db, sessions, mounted, wake });
  mountMailboxes(http, { db, sessions, mounted, wake, secrets, mail: createMailDoor(all), limits });
  const messengers = createMessengerDoor({ ...all, addresses: providerAddresses(config) });
  mountIntegrations(http, { db, sessions, files, mounted, secrets, messengers, limits });
  mountQuidgets(http, { db, sessions, mounted, wake, secrets, guard: all.guard, limits, apiUrl });
  mountQuidgetScript(http);
  mountFiles(http, { db, sessions, files, secrets });
  mountLetters(http, { db, sessions, files, secrets });
  mountCsv(http, { db, sessions, mounted, wake, limits, files, tables: csvTables(cleanHtml) });
  mountArchives(http, { db, sessions, mounted, wake, files, limits });
  mountJobs(http, { db, sessions, mounted, wake, files });
  mountLegal(http, { sessions, mounted, brands, pages: readLegalPages(config) });
  mountOperations(http, db);
  mountApiDocs(http, mounted);
  if (hasOutboxPage(config)) mountOutbox(http, all.outboxFolder, readLetter(all.parser));
  mountBrandFiles(http, brands);
  // Without its database Parley still has its pages.
  const isStranger = async (request: FastifyRequest) => (await sessions.find(request).catch(() => null)) === undefined;
  if (all.webFolder) await servePages(http, { folder: all.webFolder, brands, isStranger, links });
  return {
    http,
    closers: [
      () => watching.stop(),
      () => presence.stop(),
      () => realtime.stop(),
      () => http.close(),
      () => socketDoor.close(),
    ],
  };
}

function startWorkers(all: All, publicUrl: () => string): (() => unknown)[] {
  const { config, db, wake, log, brands, secrets } = all;
  const house = () => ({ publicUrl: publicUrl(), brand: brands.ofHost(new URL(publicUrl()).hostname), secrets });
  const loops = [
    runIntake(all),
    runWaitingLetters({ db, wake, log, letters: letterTools(secrets) }),
    runDeliveries(all),
    runSentCopies(all),
    runMailboxFleet(all),
    runIntegrationChecks({ ...all, addresses: providerAddresses(config) }),
    runSystemMail({
      db,
      wake,
      log,
      brands,
      secrets,
      send: config.SMTP_URL ? bySmtp(config.SMTP_URL) : intoOutbox(all.outboxFolder),
    }),
    runRouting({ db, wake, log }),
    runNotifications({ db, wake, log }),
    runSearchWords({ db, wake, log }),
    runNotificationLetters({ db, wake, log, house }),
    runPushes({ ...all, house }),
    runRecovery({ db, wake, log, brands, secrets, publicUrl }),
    runJobs({
      ...all,
      kinds: {
        'company-export': exportCompany,
        'company-import': importCompany(secrets),
        ...bulkJobs,
        ...csvJobs({
          tables: csvTables(createReplyCleaner()),
          named: { category: categoriesTable, product: productsTable(createReplyCleaner()), team: teamsTable },
          ...{ limits: all.limits, wake, house },
        }),
      },
      undo: { 'company-import': undoImport },
    }),
    runSnoozes({ db, wake, log }),
    runHousekeeping(all),
    runAudit(all),
  ];
  return [() => Promise.all(loops.map((loop) => loop.stop()))];
}

const letterTools = (secrets: Secrets): LetterTools => ({
  makeMessageId: (of) => makeMessageId(secrets, of),
  textOf: htmlToText,
});

const providerAddresses = (config: Config) => ({
  telegram: config.TELEGRAM_API_URL,
  viber: config.VIBER_API_URL,
  whatsapp: config.WHATSAPP_API_URL,
});

/** Whose rows come and go as CSV, by the tables that their lists are made of. */
const csvTables = (cleanHtml: ReturnType<typeof createReplyCleaner>): CsvTables => ({
  customers: customersTable,
  users: usersTable,
  templates: templatesTable(cleanHtml),
  tags: tagsTable,
  'product-call-phones': phonesTable,
});

/** The operator's own server, from the configuration: not an address that a user chose. */
function bySmtp(url: string) {
  const transport = nodemailer.createTransport(url, { disableFileAccess: true, disableUrlAccess: true });
  return async (envelope: { from: string; to: string }, raw: Buffer) => {
    await transport.sendMail({ envelope, raw });
  };
}

const readLetter = (parser: MailParser) => async (raw: Buffer) => {
  const read = await parser.parse(raw);
  if (read.outcome === 'failed') return undefined;
  return { subject: read.mail.subject, to: read.mail.to.map((one) => one.address).join(', '), text: read.mail.text };
};

/** Where the built desk lies. */
export const builtWeb = path.join(import.meta.dirname, '../../.build/web');
