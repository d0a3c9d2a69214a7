import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  beginChat as beginCall,
  chatVersion,
  endChat,
  noteChatRead,
  rateChat,
  readChatMessages,
  readChatSetup,
  readConversations,
  sendChatMessage,
  mailTranscript as transcriptCall,
} from '#contract/quidget-chat.ts';
import { palettesOf } from '#contract/quidget-palette.ts';
import { quidgetSettings } from '#contract/quidget-settings.ts';
import { shownTexts } from '#contract/quidget-words.ts';
import {
  beginChat,
  type Chat,
  canMail,
  claimVisitor,
  endByVisitor,
  findBegun,
  findChat,
  findChats,
  findOpenQuidget,
  findVisitor,
  findWritten,
  mailTranscript,
  measureAnswers,
  noteVisitorRead,
  rateByVisitor,
  readAvailability,
  readChatsOf,
  readFaces,
  readMessages,
  type Shown,
  writeInChat,
} from '#domain/chats/index.ts';
import type { LetterTools } from '#domain/tickets/index.ts';
import { countryOfAddress } from '#platform/country-of-address.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import { type ChatFileLinks, mountChatFiles } from '../chat-files.ts';
import { conversationOf } from '../chat-told.ts';
import { callMounter, type Mounted } from '../mount.ts';
import { paceNewChats } from '../pace-new-chats.ts';
import type { Sessions } from '../sessions.ts';
import { unlessDone } from '../unless-done.ts';
import { readChatAsked } from './read-chat-asked.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  secrets: Secrets;
  limits: Limits;
  files: Files;
  links: ChatFileLinks;
  letters: Pick<LetterTools, 'makeMessageId'>;
};

/** What pages draw themselves from: one question per page view. */
const setups: Limit = { name: 'chat setups', points: 100, seconds: 60 };
const messages: Limit = { name: 'chat messages', points: 60, seconds: 60 };
const questions: Limit = { name: 'chat questions', points: 120, seconds: 60 };
/** Tokens that are nobody's: somebody guesses, or comes back after they were forgotten. */
const guesses: Limit = { name: 'chat guesses', points: 60, seconds: 60 };
/** Each is a letter to whoever is named: nobody mails strangers through us. */
const transcripts: Limit = { name: 'chat transcripts', points: 3, seconds: 3600 };
const transcriptsOfAddress: Limit = { name: 'chat transcripts of an address', points: 10, seconds: 24 * 3600 };
const nothingAsked = { name: '', email: '', phone: '', question: '' };
const measuredMs = 600_000;
const measuredMax = 10_000;
/** Of one address together, however many visitors it claims to be. */
const ofAddress: Limit = { name: 'chat calls', points: 3000, seconds: 60 };

/** What visitors of websites ask and say. None of it sees a session: who asks, their token tells. */
export function mountChat(app: FastifyInstance, the: Needs): void {
  const { db, wake, limits, links } = the;
  const pace = paceNewChats(the);
  const on = callMounter(app, the.sessions, the.mounted);
  mountChatFiles(app, the);

  on.forSites(readChatSetup, async ({ quidget: id, v }, _nobody, { request, reply }) => {
    if (v !== chatVersion) throw new Problem('invalid_value', { field: 'v' });
    await limits.take(setups, { address: request.ip });
    const quidget = await findOpenQuidget(db, id, request.headers.origin);
    // What was written by an earlier Parley has what came since as it is by default.
    const settings = quidgetSettings.parse(quidget.settings);
    const { available, faces, mails } = await db.transaction({ companies: [quidget.company_id] }, async (tx) => ({
      available: await readAvailability(tx, quidget, new Date()),
      faces: settings.look.shows_team === 1 ? await readFaces(tx, quidget) : [],
      mails: await canMail(tx, quidget),
    }));
    reply.header('cache-control', 'public, max-age=30').header('vary', 'origin');
    return {
      version: chatVersion,
      id,
      palette: palettesOf(quidget.color),
      settings: { ...settings, texts: shownTexts(settings, quidget.title), proactive: { messages: [] } },
      is_online: available.isOnline,
      back_at: available.backAt?.toISOString() ?? null,
      time_zone: available.timeZone,
      team: faces.map(({ name, avatar }) => ({ name, picture: links.faceOf(avatar) })),
      answer_minutes: await answerMinutes(quidget),
      mails_transcripts: mails,
      hears: settings.behaviour.sees_visitors === 1 || settings.proactive.messages.length > 0,
    };
  });

  on.forSites(beginCall, async (data, _nobody, { request }) => {
    await limits.take(ofAddress, { address: request.ip });
    const asking = await findVisitor(the, data, request.headers.origin);
    const asked = readChatAsked(data.asked);
    const { quidget, visitor } = asking;
    const device = {
      userAgent: request.headers['user-agent'] ?? '',
      country: await countryOfAddress(request.ip),
      language: data.language,
      timeZone: data.time_zone,
      attributes: data.attributes,
      agrees: data.agrees && asking.quidget.settings.form.consent === 'required',
    };
    // Asked again for what has begun already, it costs nothing.
    const hasBegun =
      visitor !== undefined &&
      (await db.transaction({ companies: [quidget.company_id] }, (tx) => findBegun(tx, visitor.id, data.client_id))) !==
        undefined;
    if (hasBegun) await limits.take(questions, { text: `visitor ${visitor.id}` });
    else await pace({ quidget: quidget.id, address: request.ip }, data.proof);
    const answer = await db.transaction({ companies: [quidget.company_id] }, async (tx) => {
      const { isOnline } = await readAvailability(tx, quidget, new Date());
      const first = {
        clientId: data.client_id,
        text: data.text,
        asked,
        agrees: data.agrees,
        invitation: data.invitation,
      };
      const begun = await beginChat(tx, asking, { ...first, page: data.page, device, isOnline });
      return conversationAndMessages(tx, begun.ticketId, {});
    });
    wake.nudge('events');
    return {
      conversation: conversationOf(answer.chat),
      messages: answer.messages.map((one) => links.withAddresses(one, quidget.company_id)),
    };
  });

  on.forSites(sendChatMessage, async (data, _nobody, { request }) => {
    const { asking, visitor, inCompany } = await visitorOf(request, data);
    const isWritten = () =>
      inCompany(async (tx) => {
        await findChat(tx, asking, visitor, data.key);
        return (await findWritten(tx, asking, visitor, data.client_id)) !== undefined;
      });
    await unlessDone(limits.take(messages, { text: `visitor ${visitor.id}` }), isWritten);
    const write = (mayOpen: boolean) =>
      inCompany(async (tx) => {
        const chat = await findChat(tx, asking, visitor, data.key);
        const further = { clientId: data.client_id, text: data.text, files: data.files, mayOpen };
        const written = await writeInChat(tx, asking, visitor, chat, further);
        return written && readWritten(tx, written);
      });
    let answer = await write(false);
    if (!answer) {
      await pace({ quidget: asking.quidget.id, address: request.ip }, data.proof);
      answer = await write(true);
    }
    if (!answer) throw new Problem('internal');
    wake.nudge('events');
    return {
      conversation: conversationOf(answer.chat),
      message: links.withAddresses(answer.message, asking.quidget.company_id),
    };
  });

  on.forSites(readConversations, async (data, _nobody, { request }) => {
    await limits.take(ofAddress, { address: request.ip });
    const { visitor, ...asking } = await findVisitor(the, data, request.headers.origin);
    if (!visitor) {
      await limits.take(guesses, { address: request.ip });
      return { conversations: [] };
    }
    await limits.take(questions, { text: `visitor ${visitor.id}` });
    const companies = [asking.quidget.company_id];
    if (asking.externalId !== null && visitor.externalId === null) {
      await db.transaction({ companies }, (tx) => claimVisitor(tx, asking));
      // Somebody else may have come first.
      await findVisitor(the, data, request.headers.origin);
    }
    const chats = await findChats(db.reader({ companies }), asking, visitor);
    return { conversations: chats.map(conversationOf) };
  });

  on.forSites(readChatMessages, async (data, _nobody, { request }) => {
    const { asking, visitor } = await visitorOf(request, data);
    if (data.after !== undefined && data.before !== undefined)
      throw new Problem('invalid_value', { field: 'data.before' });
    const { company_id: companyId } = asking.quidget;
    const reader = db.reader({ companies: [companyId] });
    const chat = await findChat(reader, asking, visitor, data.key);
    const { messages: found, hasMore } = await readMessages(reader, chat, data);
    return {
      conversation: conversationOf(chat),
      messages: found.map((one) => links.withAddresses(one, companyId)),
      has_more: hasMore,
    };
  });

  on.forSites(noteChatRead, (data, _nobody, { request }) =>
    changeChat(request, data, (tx, chat) => noteVisitorRead(tx, chat, data.to)),
  );
  on.forSites(rateChat, (data, _nobody, { request }) =>
    changeChat(request, data, (tx, chat) => rateByVisitor(tx, chat, data)),
  );
  on.forSites(endChat, (data, _nobody, { request }) => changeChat(request, data, endByVisitor));

  on.forSites(transcriptCall, async (data, _nobody, { request }) => {
    const { asking, visitor, inCompany } = await visitorOf(request, data);
    const { email } = readChatAsked({ ...nothingAsked, email: data.email });
    if (email === '') throw new Problem('invalid_email', { field: 'data.email' });
    await limits.take(transcripts, { text: `visitor ${visitor.id}` });
    await limits.take(transcripts, { text: `mail ${email.toLowerCase()}` });
    await limits.take(transcriptsOfAddress, { address: request.ip });
    const to = { email, language: data.language, timeZone: data.time_zone };
    await inCompany(async (tx) => {
      const chat = await findChat(tx, asking, visitor, data.key);
      await mailTranscript(tx, chat, to, the.letters.makeMessageId);
    });
    wake.nudge('deliveries');
    wake.nudge('events');
    return {};
  });

  const measured = new Map<number, { minutes: number | null; until: number }>();
  /** Measured anew every ten minutes at most: setups are asked for with every page of a site. */
  async function answerMinutes({ id, company_id }: { id: number; company_id: number }): Promise<number | null> {
    const known = measured.get(id);
    if (known && known.until > Date.now()) return known.minutes;
    const minutes = await db.transaction({ companies: [company_id] }, (tx) => measureAnswers(tx, id));
    if (measured.size >= measuredMax) measured.clear();
    measured.set(id, { minutes, until: Date.now() + measuredMs });
    return minutes;
  }

  async function changeChat(
    request: FastifyRequest,
    data: Shown & { key: string },
    how: (tx: Tx, chat: Chat) => Promise<unknown>,
  ) {
    const { asking, visitor, inCompany } = await visitorOf(request, data);
    const chat = await inCompany(async (tx) => {
      const found = await findChat(tx, asking, visitor, data.key);
      await how(tx, found);
      return findChat(tx, asking, visitor, data.key);
    });
    wake.nudge('events');
    return { conversation: conversationOf(chat) };
  }

  async function visitorOf(request: FastifyRequest, shown: Shown) {
    await limits.take(ofAddress, { address: request.ip });
    const { visitor, ...asking } = await findVisitor(the, shown, request.headers.origin);
    if (!visitor) {
      await limits.take(guesses, { address: request.ip });
      throw new Problem('not_found', { field: 'data.token' });
    }
    await limits.take(questions, { text: `visitor ${visitor.id}` });
    const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
      db.transaction({ companies: [asking.quidget.company_id] }, work);
    return { asking, visitor, inCompany };
  }
}

async function readWritten(tx: Tx, written: { ticketId: number; messageId: number }) {
  const after = await conversationAndMessages(tx, written.ticketId, { after: written.messageId - 1 });
  const message = after.messages.find((one) => one.id === written.messageId);
  if (!message) throw new Problem('internal');
  return { chat: after.chat, message };
}

async function conversationAndMessages(tx: Tx, ticketId: number, stretch: { after?: number }) {
  const chat = (await readChatsOf(tx, [ticketId])).find((one) => one.ticketId === ticketId);
  if (!chat) throw new Problem('not_found', { field: 'data.key' });
  return { chat, messages: (await readMessages(tx, chat, stretch)).messages };
}
