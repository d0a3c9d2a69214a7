import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { askForModel } from '#channels/assistants/ask-for-model.ts';
import type { MailParser } from '#channels/email/parsing/mail-parser.ts';
import { createReplyCleaner } from '#channels/email/parsing/reply-cleaner.ts';
import { runChats } from '#flows/chats/run-chats.ts';
import { runPresence } from '#flows/presence/run-presence.ts';
import { runRealtime } from '#flows/realtime/run-realtime.ts';
import { runVisits } from '#flows/visits/run-visits.ts';
import { runWatching } from '#flows/watching/run-watching.ts';
import { Problem } from '#platform/problem.ts';
import type { All } from './ground.ts';
import { mountApiDocs } from './http/api-docs.ts';
import { mountBrandFiles } from './http/brand-files.ts';
import { chatFileLinks } from './http/chat-files.ts';
import { openChatSocketDoor } from './http/chat-socket-door.ts';
import { mountDemoShop } from './http/demo-shop.ts';
import { clientAddress, openFrontDoor } from './http/front-door.ts';
import { createLetterLinks } from './http/letter-links.ts';
import { createMounted } from './http/mount.ts';
import { noteRefusals } from './http/note-refusals.ts';
import { mountOperations } from './http/operations.ts';
import { hasOutboxPage, mountOutbox } from './http/outbox-page.ts';
import { paceLetters } from './http/pace-letters.ts';
import { servePages } from './http/pages.ts';
import { mountPdfFrame } from './http/pdf-frame.ts';
import { mountQuidgetScript } from './http/quidget-script.ts';
import { mountAccess } from './http/routes/access-routes.ts';
import { mountAccounts } from './http/routes/account-routes.ts';
import { mountAnnouncements } from './http/routes/announcement-routes.ts';
import { mountApiTokens } from './http/routes/api-token-routes.ts';
import { mountArchives } from './http/routes/archive-routes.ts';
import { mountAudit } from './http/routes/audit-routes.ts';
import { mountChat } from './http/routes/chat-routes.ts';
import { mountCompanies } from './http/routes/company-routes.ts';
import { mountCompose } from './http/routes/compose-routes.ts';
import { mountConfirmation } from './http/routes/confirmation-routes.ts';
import { mountCsv } from './http/routes/csv-routes.ts';
import { mountCustomerErasures } from './http/routes/customer-erasure-routes.ts';
import { mountCustomers } from './http/routes/customer-routes.ts';
import { mountDrafts } from './http/routes/draft-routes.ts';
import { mountFiles } from './http/routes/file-routes.ts';
import { mountFilesTogether } from './http/routes/files-together-routes.ts';
import { mountInstallation } from './http/routes/installation-routes.ts';
import { mountIntegrations } from './http/routes/integration-routes.ts';
import { mountInvites } from './http/routes/invite-routes.ts';
import { mountJobs } from './http/routes/job-routes.ts';
import { mountLegal } from './http/routes/legal-routes.ts';
import { mountLetters } from './http/routes/letter-routes.ts';
import { mountLinks } from './http/routes/link-routes.ts';
import { mountMailboxes } from './http/routes/mailbox-routes.ts';
import { mountNotes } from './http/routes/note-routes.ts';
import { mountNotifications } from './http/routes/notification-routes.ts';
import { mountOperatedCompanies } from './http/routes/operated-company-routes.ts';
import { mountOperators } from './http/routes/operator-routes.ts';
import { mountPhones } from './http/routes/phone-routes.ts';
import { mountProfile } from './http/routes/profile-routes.ts';
import { mountPromoCodes } from './http/routes/promo-code-routes.ts';
import { mountPush } from './http/routes/push-routes.ts';
import { mountQuidgets } from './http/routes/quidget-routes.ts';
import { mountRecovery } from './http/routes/recovery-routes.ts';
import { mountSearch } from './http/routes/search-routes.ts';
import { mountSettings } from './http/routes/settings-routes.ts';
import { mountSideConversations } from './http/routes/side-conversation-routes.ts';
import { mountSignIn } from './http/routes/sign-in-routes.ts';
import { mountSso } from './http/routes/sso-routes.ts';
import { mountTags } from './http/routes/tag-routes.ts';
import { mountTeams } from './http/routes/team-routes.ts';
import { mountTemplates } from './http/routes/template-routes.ts';
import { mountTicketBulk } from './http/routes/ticket-bulk-routes.ts';
import { mountTicketLife } from './http/routes/ticket-life-routes.ts';
import { mountTicketMerges } from './http/routes/ticket-merge-routes.ts';
import { mountTickets } from './http/routes/ticket-routes.ts';
import { mountTicketTrash } from './http/routes/ticket-trash-routes.ts';
import { mountUserAiConfigs } from './http/routes/user-ai-config-routes.ts';
import { mountVisits } from './http/routes/visit-routes.ts';
import { createSessions } from './http/sessions.ts';
import { openSocketDoor } from './http/socket-door.ts';
import { noteTransfers } from './http/transfers.ts';
import { createUploadCrowd } from './http/upload-crowd.ts';
import { csvTables, letterTools, operatorsOf, providerAddresses, sideTools } from './made-of-configuration.ts';
import { createMailDoor } from './mail-door.ts';
import { createMessengerDoor } from './messenger-door.ts';
import { mountEntities } from './mount-entities.ts';
import { readLegalPages } from './read-legal-pages.ts';
import { readProviders } from './read-providers.ts';

/** Opens the doors for people and programs: calls, socket and pages. */
export async function openWeb(
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
  const visits = runVisits({ db, wake, log });
  const socketDoor = openSocketDoor(http, {
    sessions,
    join: realtime.join,
    enter: presence.enter,
    sit: (desk) => {
      const [seat, leave] = [watching.join(desk), visits.join(desk)];
      return {
        move: seat.move,
        tellAnew: seat.tellAnew,
        leave: () => {
          seat.leave();
          leave();
        },
      };
    },
    log,
    publicOrigin: config.PUBLIC_URL,
    addressOf: clientAddress(config.TRUSTED_PROXIES),
  });

  const chats = runChats({ db, hear: realtime.hear, watching, log });
  const cleanHtml = createReplyCleaner();
  noteRefusals(http, { db, sessions, log });
  const mounted = createMounted();
  noteTransfers(http, mounted);
  const apiUrl = () => `${publicUrl()}/v1`;
  const fileLinks = chatFileLinks(secrets, apiUrl);
  const chatSocketDoor = openChatSocketDoor(http, {
    ...{ db, secrets, limits, wake, log, links: fileLinks, enter: chats.enter, visit: visits.enter },
    hear: realtime.hear,
    addressOf: clientAddress(config.TRUSTED_PROXIES),
  });
  await mountEntities(http, { db, sessions, wake, mounted, limits, secrets, cleanHtml, apiUrl });

  const operators = operatorsOf(all);
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
  mountUserAiConfigs(http, {
    ...{ db, sessions, mounted, secrets, limits },
    askForModel: (the) => askForModel(all.guard, the),
  });
  mountPush(http, { db, sessions, mounted, wake, secrets, guard: all.guard, limits });
  mountNotifications(http, { db, sessions, mounted, wake });
  mountProfile(http, { db, sessions, files, mounted, wake, limits });
  mountCompanies(http, { db, sessions, files, limits });
  mountAccess(http, { db, sessions, mounted, wake, houseOf, limits });
  mountInvites(http, { db, sessions, mounted, wake, houseOf, limits, links });
  mountTeams(http, { db, sessions, mounted });
  mountOperators(http, { db, sessions, mounted, wake, limits, houseOf });
  mountInstallation(http, {
    ...{ db, sessions, mounted, limits, operators },
    ...{ folder: path.dirname(all.outboxFolder), role: config.ROLE },
  });
  mountAnnouncements(http, { db, sessions, mounted, wake, operators });
  mountOperatedCompanies(http, { db, sessions, mounted, wake, limits, operators });
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
  const outboxKey = hasOutboxPage(config) ? all.outboxKey : undefined;
  mountRecovery(http, {
    ...{ db, sessions, mounted, wake, houseOf, limits, links, outboxKey },
    tellsUnknown: config.RECOVERY_TELLS_UNKNOWN === 'yes',
  });
  const letters = letterTools(secrets);
  mountDrafts(http, { db, sessions, mounted, wake, cleanHtml, letters });
  const pace = paceLetters({ db, limits });
  mountTickets(http, { db, sessions, mounted, wake, cleanHtml, letters, pace });
  mountNotes(http, { db, sessions, mounted, wake, cleanHtml });
  mountSideConversations(http, { db, sessions, mounted, wake, cleanHtml, sideTools: sideTools(secrets), pace });
  mountCompose(http, { db, sessions, mounted, wake, limits, cleanHtml, letters, pace });
  mountTicketLife(http, { db, sessions, mounted, wake });
  mountTicketBulk(http, { db, sessions, mounted, wake, limits });
  mountTicketTrash(http, { db, sessions, mounted, wake, limits });
  mountTicketMerges(http, { db, sessions, mounted, wake });
  mountLinks(http, { db, sessions, secrets, brands, apiUrl });
  mountTemplates(http, { db, sessions, mounted, cleanHtml });
  mountSearch(http, { db, sessions, mounted, limits });
  mountCustomers(http, { db, sessions, mounted, wake });
  mountCustomerErasures(http, { db, sessions, mounted, wake, limits });
  mountTags(http, { db, sessions, mounted, wake });
  mountMailboxes(http, { db, sessions, mounted, wake, secrets, mail: createMailDoor(all), limits });
  const messengers = createMessengerDoor({ ...all, addresses: providerAddresses(config) });
  mountIntegrations(http, { db, sessions, files, mounted, secrets, messengers, limits });
  mountQuidgets(http, { db, sessions, mounted, wake, secrets, guard: all.guard, limits, apiUrl });
  if (all.demoShop) mountDemoShop(http, { db, apiUrl, shop: all.demoShop });
  mountQuidgetScript(http, all.webFolder && path.join(all.webFolder, '..', 'widget'));
  await mountPdfFrame(http, all.webFolder && path.join(all.webFolder, '..', 'pdf'));
  mountChat(http, { db, sessions, mounted, wake, secrets, limits, files, links: fileLinks, letters });
  mountVisits(http, { db, sessions, mounted, wake, limits });
  const within = createUploadCrowd();
  mountFiles(http, { db, sessions, files, secrets, within });
  mountFilesTogether(http, { db, sessions, files, limits });
  mountLetters(http, { db, sessions, files, secrets });
  mountCsv(http, { db, sessions, mounted, wake, limits, files, within, tables: csvTables(cleanHtml) });
  mountArchives(http, { db, sessions, mounted, wake, files, limits });
  mountJobs(http, { db, sessions, mounted, wake, files });
  mountLegal(http, { sessions, mounted, brands, pages: readLegalPages(config) });
  mountOperations(http, { db, metricsKey: all.metricsKey, livesByLoops: false });
  mountApiDocs(http, mounted, sessions.cookie);
  mountBrandFiles(http, brands);
  // Without its database Parley still has its pages.
  const isStranger = async (request: FastifyRequest) => (await sessions.find(request).catch(() => null)) === undefined;
  const answerAsUnknown = all.webFolder
    ? await servePages(http, { folder: all.webFolder, brands, isStranger, links })
    : () => Promise.reject(new Problem('not_found'));
  if (outboxKey)
    mountOutbox(http, {
      ...{ folder: all.outboxFolder, key: outboxKey, isSecure },
      ...{ read: readLetter(all.parser), answerAsUnknown },
    });
  return {
    http,
    closers: [
      () => visits.stop(),
      () => watching.stop(),
      () => presence.stop(),
      () => realtime.stop(),
      () => http.close(),
      () => socketDoor.close(),
      () => chatSocketDoor.close(),
    ],
  };
}

const readLetter = (parser: MailParser) => async (raw: Buffer) => {
  const read = await parser.parse(raw);
  if (read.outcome === 'failed') return undefined;
  return { subject: read.mail.subject, to: read.mail.to.map((one) => one.address).join(', '), text: read.mail.text };
};
