import { parseMail } from '#channels/email/parsing/parse-mail.ts';
import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import { allConversations } from './conversations/all-conversations.ts';
import { customers, type DemoCustomer } from './customers.ts';
import { chooseFacts, fillIn } from './fill-in.ts';
import { customersWords, writeCustomerLetter } from './letters.ts';
import { type Language, products } from './lumen-and-oak.ts';
import { addMail, type Box, type PostOffice } from './mail-sandbox/post-office.ts';
import { type Random, seededRandom } from './random.ts';

/** How lively the customers are. */
export type Pace = {
  /** After an answer of ours, before they write back. */
  readonly answerMilliseconds: number;
  /** Between letters about something new. */
  readonly letterMilliseconds: number;
  /** So many new letters in one run: a demo that is left alone for a week must not drown. */
  readonly lettersMax: number;
};

export const everydayPace: Pace = { answerMilliseconds: 15_000, letterMilliseconds: 240_000, lettersMax: 12 };

export type LiveCustomers = {
  /** A letter of ours has left for somebody. */
  got(envelope: { from: string; to: string }, raw: Buffer): void;
  close(): void;
};

/**
 * Customers who go on living while the demo runs: now and then one writes, and whoever is answered writes back, once for
 * each ticket. Their letters come in through the mailboxes like everybody's.
 */
export function wakeCustomers(office: () => PostOffice, pace: Pace, seed: number): LiveCustomers {
  const random = seededRandom(seed);
  const answered = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  let letters = 0;
  const later = (milliseconds: number, then: () => Promise<void>) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void then();
    }, milliseconds);
    timers.add(timer);
  };
  const writeSomethingNew = async () => {
    letters += 1;
    await writeFirstLetter(office(), random);
    if (letters < pace.lettersMax) later(pace.letterMilliseconds, writeSomethingNew);
  };
  later(pace.letterMilliseconds / 4, writeSomethingNew);

  return {
    got({ from, to }, raw) {
      const box = office().boxOf(from);
      const customer = customers.find((one) => one.address === to.toLowerCase());
      if (!box || !customer) return;
      later(pace.answerMilliseconds, async () => {
        const letter = await parseMail(raw);
        const matter = `${to} ${/\[\w{1,2}-\d+\]/.exec(letter.subject)?.[0] ?? letter.subject}`;
        if (answered.has(matter)) return;
        answered.add(matter);
        await writeBack(box, customer, letter, random);
      });
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

const thanks: Record<Language, readonly string[]> = {
  en: [
    'That was quick, thank you! I will let you know how it goes.',
    'Thank you, that helps. One more thing: will I get a message when it is done?',
    'Great, that answers it. Have a good day!',
  ],
  ua: [
    'Дякую за швидку відповідь! Напишу, як усе вийде.',
    'Дякую, це допомогло. Ще одне запитання: чи прийде повідомлення, коли все буде готово?',
    'Чудово, тепер зрозуміло. Гарного дня!',
  ],
};

async function writeBack(box: Box, customer: DemoCustomer, letter: ParsedMail, random: Random): Promise<void> {
  const inReplyTo = letter.messageId && `<${letter.messageId}>`;
  await post(box, customer, {
    subject: letter.subject.startsWith('Re:') ? letter.subject : `Re: ${letter.subject}`,
    text: customersWords(random, customer, random.pick(thanks[customer.language]), false),
    inReplyTo,
    references: [...letter.references.map((id) => `<${id}>`), ...(inReplyTo ? [inReplyTo] : [])],
    quoted: letter.from
      ? { by: letter.from, at: letter.date ? new Date(letter.date) : new Date(), text: letter.text.trim() }
      : undefined,
  });
}

async function writeFirstLetter(office: PostOffice, random: Random): Promise<void> {
  const conversation = random.pick(allConversations.filter((one) => one.turns[0]?.files.length === 0));
  const customer = random.pick(customers.filter((one) => one.language === conversation.language));
  const box = office.boxOf(products.find((one) => one.key === conversation.product)?.address ?? '');
  const [first] = conversation.turns;
  if (!box || !first) return;
  const facts = chooseFacts(random, conversation, customer);
  const fill = (text: string) => fillIn(text, facts, customer.language, new Date());
  await post(box, customer, {
    subject: fill(random.pick(conversation.subjects)),
    text: customersWords(random, customer, fill(first.text), true),
    inReplyTo: null,
    references: [],
    quoted: undefined,
  });
}

type Words = Pick<
  Parameters<typeof writeCustomerLetter>[0],
  'subject' | 'text' | 'inReplyTo' | 'references' | 'quoted'
>;

async function post(box: Box, customer: DemoCustomer, words: Words): Promise<void> {
  const [inbox] = box.folders;
  if (!inbox) return;
  const at = new Date();
  const raw = await writeCustomerLetter({
    ...words,
    from: customer,
    to: { name: '', address: box.address },
    language: customer.language,
    look: 'simple',
    at,
    messageId: `<${crypto.randomUUID()}@${customer.address.split('@').at(-1)}>`,
    files: [],
    isProved: true,
  });
  addMail(inbox, raw, at);
}
