import { sql } from '#platform/sql.ts';
import { customers } from './customers.ts';
import { writeCustomerLetter } from './letters.ts';
import { products } from './lumen-and-oak.ts';
import {
  bounceReasons,
  bulkLetter,
  colleagueLetter,
  deliveryReport,
  outOfOffice,
  senderless,
  spamLetter,
  spamTexts,
} from './odd-mails.ts';
import { type Random, seededRandom } from './random.ts';
import { layDown, type Storyteller, takeLetter } from './storyteller.ts';
import { mailboxOf, type Step, type ThreadSoFar, ticketOf } from './tell-threads.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** What mailboxes get beside letters of customers: reports, absences, advertisements, spam, and what nobody can answer. */
export function oddSteps(threads: readonly ThreadSoFar[], now: Date, seed: number): Step[] {
  const random = seededRandom(seed);
  const ago = (least: number, most: number) => new Date(now.getTime() - least - random.fraction() * (most - least));
  const answered = threads
    .filter((one) => one.plan.ending === 'answered' && one.plan.turns.length > 1)
    .toSorted((a, b) => lastOf(b) - lastOf(a));
  const to = (index: number) => products[index % products.length]!;
  return [
    ...answered.slice(0, bounceReasons.length).map((thread, i) => bounce(thread, bounceReasons[i]!)),
    ...answered.slice(bounceReasons.length, bounceReasons.length + 6).map(absence),
    ...spamTexts.map((text, i) => spam(text, to(i), ago(i * 2 * day, (i + 1) * 2 * day))),
    ...Array.from({ length: 8 }, (_, i) => advertisement(i, to(i), ago(i * 4 * day, (i + 1) * 4 * day))),
    ...[0, 1].map((i) => unanswerable(to(i), ago((1 + i * 30) * day, (2 + i * 30) * day))),
    tooLarge(to(0), ago(3 * day, 5 * day)),
    ...[1, 2].map((i) => fromColleague(to(i - 1), to(i), ago(i * 5 * day, i * 6 * day))),
    ...lookalikes(threads, random, now),
  ];
}

const lastOf = ({ plan }: ThreadSoFar) => plan.turns.at(-1)?.at.getTime() ?? 0;

const lookalikesMax = 4;

const fromElsewhere = {
  en: 'I write from my office address because the other one is full. The missing details are these: second floor, the bell does not work, please phone before you come.',
  ua: 'Пишу з робочої пошти, бо та скринька переповнена. Ось чого бракувало: другий поверх, дзвінок не працює, зателефонуйте, будь ласка, наперед.',
};

/** Letters with a case number, but from an address that nobody has proved: new tickets that say what they look like. */
function lookalikes(threads: readonly ThreadSoFar[], random: Random, now: Date): Step[] {
  const candidates = threads.filter((one) => one.plan.ending === 'answered' && lastOf(one) < now.getTime() - 30 * hour);
  const latest = candidates.toSorted((a, b) => lastOf(b) - lastOf(a)).slice(0, lookalikesMax);
  return latest.map((thread) => {
    const { customer, subject } = thread.plan;
    const at = new Date(lastOf(thread) + random.between(3, 28) * hour);
    const address = `${customer.address.split('@')[0]}@work.example`;
    return {
      at,
      async tell(the) {
        await rememberAddress(the, customer.address, address);
        const mailbox = mailboxOf(the, thread);
        const ticket = await the.tx.row<{ number: number }>(
          sql`select number from tickets where id = ${ticketOf(thread)}`,
        );
        const raw = await writeCustomerLetter({
          from: { name: customer.name, address },
          to: { name: mailbox.fromName, address: mailbox.fromEmail },
          language: customer.language,
          look: 'plain',
          subject: `Re: ${subject} [LO-${ticket?.number}]`,
          text: fromElsewhere[customer.language],
          at,
          messageId: `<office.${at.getTime().toString(36)}@work.example>`,
          inReplyTo: null,
          references: [],
          quoted: undefined,
          files: [],
          isProved: false,
        });
        await takeLetter(the, mailbox, raw, at);
      },
    };
  });
}

/** The second address of a customer, as merging two cards would have left it. */
async function rememberAddress(the: Storyteller, known: string, other: string): Promise<void> {
  await the.tx.run(
    sql`insert into customer_identities (company_id, kind, value, customer_id)
        select company_id, kind, ${other}, customer_id from customer_identities where company_id = ${the.company.id} and kind = 'email' and value = ${known} on conflict do nothing`,
  );
}

function bounce(thread: ThreadSoFar, [status, words]: readonly [string, string]): Step {
  const at = new Date(lastOf(thread) + 2 * minute);
  return {
    at,
    async tell(the) {
      const mailbox = mailboxOf(the, thread);
      const about = thread.lastOurs?.id.slice(1, -1) ?? '';
      const recipient = thread.plan.customer.address;
      const to = { name: mailbox.fromName, address: mailbox.fromEmail };
      await takeLetter(
        the,
        mailbox,
        deliveryReport({ to, at, about, recipient, status, words, id: `report.${at.getTime()}@mx.lumen-oak.example` }),
        at,
      );
    },
  };
}

function absence(thread: ThreadSoFar): Step {
  const { customer, turns } = thread.plan;
  const at = new Date((turns.at(-1)?.at.getTime() ?? 0) + minute);
  return {
    at,
    async tell(the) {
      const mailbox = mailboxOf(the, thread);
      const raw = outOfOffice({
        from: customer,
        to: { name: mailbox.fromName, address: mailbox.fromEmail },
        at,
        language: customer.language,
        answers: thread.lastOurs?.id.slice(1, -1) ?? '',
        id: `away.${at.getTime()}@${customer.address.split('@').at(-1)}`,
      });
      await takeLetter(the, mailbox, raw, at);
    },
  };
}

type Product = (typeof products)[number];
const addressOf = ({ from, address }: Product) => ({ name: from, address });

const step = (product: Product, at: Date, write: () => Buffer): Step => ({
  at,
  async tell(the) {
    const mailbox = the.company.mailboxes.get(product.key);
    if (mailbox) await takeLetter(the, mailbox, write(), at);
  },
});

const spam = ([name, address, subject, text]: (typeof spamTexts)[number], product: Product, at: Date): Step =>
  step(product, at, () =>
    spamLetter({
      from: { name, address },
      to: addressOf(product),
      at,
      subject,
      text,
      id: `${at.getTime()}@${address.split('@').at(-1)}`,
    }),
  );

const advertisement = (index: number, product: Product, at: Date): Step =>
  step(product, at, () =>
    bulkLetter({
      from: { name: 'Timber Letters', address: 'news@timber-letters.example' },
      to: addressOf(product),
      at,
      subject: `Timber prices, letter ${41 + index}`,
      id: `letter-${41 + index}@timber-letters.example`,
      language: index % 3 === 2 ? 'ua' : 'en',
    }),
  );

const unanswerable = (product: Product, at: Date): Step =>
  step(product, at, () => senderless({ to: addressOf(product), at, id: `scan.${at.getTime()}@scanner.example` }));

const fromColleague = (from: Product, to: Product, at: Date): Step =>
  step(to, at, () =>
    colleagueLetter({ from: addressOf(from), to: addressOf(to), at, id: `pallets.${at.getTime()}@lumen-oak.example` }),
  );

const tooLarge = (product: Product, at: Date): Step => ({
  at,
  async tell(the) {
    const mailbox = the.company.mailboxes.get(product.key);
    if (!mailbox) return;
    const id = await layDown(the, mailbox, at, 'inbox', 61_284_352, null);
    const from = customers[8]!;
    await the.tx.run(
      sql`update inbound_mails set from_name = ${from.name}, from_address = ${from.address}, subject = 'All the photos of the flat' where id = ${id}`,
    );
  },
});
