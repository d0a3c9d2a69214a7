import { createHash } from 'node:crypto';
import { htmlToText } from '#channels/email/parsing/html-to-text.ts';
import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import { beginChat, findChat, findOpenQuidget, rateByVisitor, writeInChat } from '#domain/chats/index.ts';
import { makeMessageId } from '#domain/mailboxes/index.ts';
import { replyToTicket } from '#domain/tickets/index.ts';
import { sql } from '#platform/sql.ts';
import { escapeHtml } from '#platform/system-letter.ts';
import { agents } from './lumen-and-oak.ts';
import type { Storyteller } from './storyteller.ts';

type DemoChat = {
  readonly name: string;
  readonly email: string;
  readonly language: QuidgetLanguage;
  readonly country: string;
  readonly userAgent: string;
  readonly page: { readonly url: string; readonly title: string; readonly referrer: string };
  readonly agent: string;
  /** Minutes ago, who, what. */
  readonly said: readonly (readonly [minutes: number, who: 'visitor' | 'agent', text: string])[];
  readonly rating?: 'good';
};

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';
const desktop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const chats: readonly DemoChat[] = [
  {
    ...{
      name: 'Oksana Hrytsenko',
      email: 'oksana.hrytsenko@example.com',
      language: 'ua',
      country: 'UA',
      userAgent: phone,
    },
    page: {
      url: 'https://shop.lumen-oak.example/tables/oak-180',
      title: 'Стіл «Дуб 180»',
      referrer: 'https://www.google.com/',
    },
    agent: 'iryna@lumen-oak.example',
    said: [
      [38, 'visitor', 'Добрий день! Чи витримає стільниця гарячу каструлю?'],
      [
        36,
        'agent',
        'Добрий день, Оксано! Олія захищає від води, а під гаряче краще підставка: до 70 °C стіл не боїться.',
      ],
      [34, 'visitor', 'Зрозуміло, дякую!'],
    ],
    rating: 'good',
  },
  {
    ...{ name: 'Callum Fraser', email: '', language: 'en', country: 'GB', userAgent: desktop },
    page: { url: 'https://shop.lumen-oak.example/delivery', title: 'Delivery and returns', referrer: '' },
    agent: 'tamsin@lumen-oak.example',
    said: [
      [21, 'visitor', 'Do you carry the table up to a third floor without a lift?'],
      [19, 'agent', 'We do: two of us, £35 for the stairs. Shall I put it on your order?'],
      [17, 'visitor', 'Yes please, it is LO-90412.'],
    ],
  },
  {
    ...{ name: '', email: '', language: 'en', country: 'DE', userAgent: desktop },
    page: {
      url: 'https://shop.lumen-oak.example/lamps',
      title: 'Lamps',
      referrer: 'https://shop.lumen-oak.example/',
    },
    agent: 'tamsin@lumen-oak.example',
    said: [[4, 'visitor', 'Is the brass one dimmable?']],
  },
];

/** The last forty minutes in the chat of the shop, as visitors and agents would have typed them. */
export async function tellChats(the: Storyteller, quidgetId: number): Promise<void> {
  const quidget = await findOpenQuidget(the.db, quidgetId, 'https://shop.lumen-oak.example');
  const turns = chats.flatMap((chat) => chat.said.map((said) => ({ chat, said })));
  const begun = new Map<DemoChat, { ticketId: number; visitorId: number; customerId: number }>();
  for (const { chat, said } of turns.toSorted((a, b) => b.said[0] - a.said[0])) {
    const [minutes, who, text] = said;
    const at = new Date(the.now.getTime() - minutes * 60_000);
    const asking = { quidget, tokenHash: createHash('sha256').update(chat.page.url).digest(), externalId: null };
    const so = begun.get(chat);
    if (!so) begun.set(chat, await tellFirst(the, asking, chat, text, at));
    else if (who === 'agent') await tellAnswer(the, so.ticketId, chat, text, at);
    else {
      const visitor = { id: so.visitorId, ...so, externalId: null, ...chat, hasAgreed: false };
      const { key } = await keyOf(the, so.ticketId);
      const found = await findChat(the.tx, asking, visitor, key);
      const written = await writeInChat(the.tx, asking, visitor, found, {
        clientId: crypto.randomUUID(),
        text,
        files: [],
        mayOpen: false,
      });
      if (written) the.momentOf.messages.set(written.messageId, at);
      if (chat.rating && said === chat.said.at(-1))
        await rateByVisitor(the.tx, found, { rating: chat.rating, comment: '' });
    }
  }
}

type Asking = Parameters<typeof beginChat>[1];

const zones: Readonly<Record<string, string>> = { UA: 'Europe/Kyiv', GB: 'Europe/London', DE: 'Europe/Berlin' };

async function tellFirst(the: Storyteller, asking: Asking, chat: DemoChat, text: string, at: Date) {
  const { name, email, language, country, userAgent, page } = chat;
  const { ticketId, known } = await beginChat(the.tx, asking, {
    ...{ clientId: crypto.randomUUID(), text, agrees: true, isOnline: true, page },
    asked: { name, email, phone: '', question: '' },
    device: { userAgent, country, timeZone: zones[country], language, attributes: {}, agrees: false },
  });
  the.momentOf.messages.set((await keyOf(the, ticketId)).last, at);
  return { ticketId, visitorId: known.visitorId, customerId: known.customerId };
}

async function tellAnswer(the: Storyteller, ticketId: number, chat: DemoChat, text: string, at: Date): Promise<void> {
  const agent = agents.find((one) => one.email === chat.agent);
  const person = agent && the.company.staff.get(agent);
  if (!person) throw new Error(`${chat.agent} does not work here`);
  const { messageId } = await replyToTicket(
    the.db,
    {
      ...{ ticketId, clientId: crypto.randomUUID(), bodyHtml: `<p>${escapeHtml(text)}</p>`, bodyText: text },
      ...{ to: [], cc: [], bcc: [], attachments: [], inReplyTo: undefined },
    },
    person,
    { textOf: htmlToText, makeMessageId: (of) => makeMessageId(the.secrets, of) },
  );
  the.momentOf.messages.set(messageId, at);
}

async function keyOf({ tx }: Storyteller, ticketId: number): Promise<{ key: string; last: number }> {
  const row = await tx.row<{ key: string; last: number }>(
    sql`select c.key::text, t.last_message_id as last from chats c join tickets t on t.id = c.ticket_id where c.ticket_id = ${ticketId}`,
  );
  if (!row) throw new Error('a chat that was not begun');
  return row;
}
