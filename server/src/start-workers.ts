import { setTimeout as pause } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { createReplyCleaner } from '#channels/email/parsing/reply-cleaner.ts';
import { categoriesTable } from '#domain/categories/categories-table.ts';
import { productsTable } from '#domain/products/index.ts';
import { teamsTable } from '#domain/teams/index.ts';
import { exportCompany } from '#flows/archive/export-company.ts';
import { importCompany, undoImport } from '#flows/archive/import-company.ts';
import { runAudit } from '#flows/audit/run-audit.ts';
import { bulkJobs } from '#flows/bulk/bulk-jobs.ts';
import { runChannelTrouble } from '#flows/channel-trouble/run-channel-trouble.ts';
import { runChatLetters } from '#flows/chats/run-chat-letters.ts';
import { csvJobs } from '#flows/csv/csv-jobs.ts';
import { exportCustomer } from '#flows/customer-export/export-customer.ts';
import { runDeliveries } from '#flows/delivery/run-deliveries.ts';
import { runSentCopies } from '#flows/delivery/run-sent-copies.ts';
import { runWaitingLetters, runWaitingNewLetters } from '#flows/delivery/run-waiting-letters.ts';
import { runErasures } from '#flows/erasing/run-erasures.ts';
import { runHousekeeping } from '#flows/housekeeping/run-housekeeping.ts';
import { runIntake } from '#flows/intake/run-intake.ts';
import { runIntegrationChecks } from '#flows/integrations/run-integration-checks.ts';
import { runJobs } from '#flows/jobs/run-jobs.ts';
import { runMailboxFleet } from '#flows/mailbox-fleet/run-mailbox-fleet.ts';
import { runNotificationLetters } from '#flows/notifications/run-notification-letters.ts';
import { runNotifications } from '#flows/notifications/run-notifications.ts';
import { runPushes } from '#flows/notifications/run-pushes.ts';
import { emptyTrash } from '#flows/purging/empty-trash.ts';
import { runPurge } from '#flows/purging/run-purge.ts';
import { runRouting } from '#flows/routing/run-routing.ts';
import { runSearchWords } from '#flows/search/run-search-words.ts';
import { runSnoozes } from '#flows/snoozes/run-snoozes.ts';
import { runRecovery } from '#flows/system-mail/run-recovery.ts';
import { intoOutbox, runSystemMail } from '#flows/system-mail/run-system-mail.ts';
import type { All } from './ground.ts';
import { csvTables, letterTools, operatorsOf, providerAddresses } from './made-of-configuration.ts';

/** Starts what works in the background; each answer stops one part. */
export function startWorkers(all: All, publicUrl: () => string): (() => unknown)[] {
  const { config, db, files, wake, log, brands, secrets } = all;
  const house = () => ({ publicUrl: publicUrl(), brand: brands.ofHost(new URL(publicUrl()).hostname), secrets });
  const cleanHtml = createReplyCleaner();
  const loops = [
    runIntake(all),
    runWaitingLetters({ db, wake, log, letters: letterTools(secrets) }),
    runWaitingNewLetters({ db, wake, log, letters: letterTools(secrets) }),
    runDeliveries(all),
    runSentCopies(all),
    runMailboxFleet(all),
    runIntegrationChecks({ ...all, addresses: providerAddresses(config) }),
    runSystemMail({
      db,
      files,
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
    runChannelTrouble({ db, wake, log, house }),
    runRecovery({ db, wake, log, brands, secrets, publicUrl }),
    runJobs({
      ...all,
      kinds: {
        'company-export': exportCompany,
        'ticket-purge': emptyTrash,
        'customer-export': exportCustomer,
        'company-import': importCompany(secrets),
        ...bulkJobs,
        ...csvJobs({
          tables: csvTables(cleanHtml),
          named: { category: categoriesTable, product: productsTable(cleanHtml), team: teamsTable(cleanHtml) },
          ...{ limits: all.limits, wake, house },
          operators: operatorsOf(all),
        }),
      },
      undo: { 'company-import': undoImport },
    }),
    runSnoozes({ db, wake, log }),
    runChatLetters({ db, wake, log, letters: letterTools(secrets) }),
    runPurge({ db, wake, log }),
    runErasures(all),
    runHousekeeping(all),
    runAudit(all),
  ];
  return [
    async () => {
      const late = new AbortController();
      const ended = Promise.all(loops.map((loop) => loop.stop())).finally(() => late.abort());
      const isLate = pause(finishSeconds * 1000, 'late' as const, { signal: late.signal }).catch(() => {});
      if ((await Promise.race([ended, isLate])) !== 'late') return ended;
      ended.catch(() => {});
      log.warn('stopping: what is not done yet is left until its lease runs out');
    },
  ];
}

/** What is under way may finish when the process stops; a mail server may take minutes, which nobody else is to wait for. */
const finishSeconds = 5;

/** The operator's own server, from the configuration: not an address that a user chose. */
function bySmtp(url: string) {
  const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 120_000 };
  const transport = nodemailer.createTransport(
    { ...timeouts, url },
    { disableFileAccess: true, disableUrlAccess: true },
  );
  return async (envelope: { from: string; to: string }, raw: Buffer) => {
    await transport.sendMail({ envelope, raw });
  };
}
