import type { ErasureReceipt } from '#contract/customer-erasures.ts';
import { html, plainPage } from '#platform/plain-page.ts';

const words = {
  en: {
    title: 'Receipt of an erasure',
    text: 'The company has erased what it held about a person: who they are, what they wrote, and what was written to them. Tickets keep their numbers and times, and say nothing.',
    under_way: 'The erasure is under way. This receipt is complete when it has an end and a seal.',
    company: 'Company',
    customer_id: 'Card',
    asked_by: 'Asked for by',
    asked_at: 'Asked for at (UTC)',
    done_at: 'Done at (UTC)',
    code: 'Code',
    counts: 'What was removed',
    proofs: 'Proof',
    proofs_text:
      'SHA-256 of the code, a colon and an address or number in lower case: whoever knows the address can tell that it was this one.',
    seal: 'Seal of this installation',
    count: {
      tickets: 'Tickets made anonymous',
      messages: 'Letters, answers and notes',
      waiting: 'Letters that had not left yet',
      drafts: 'Drafts',
      files: 'Files',
      mails: 'Raw mails',
      identities: 'Addresses and numbers',
      notes: 'Notes of the team',
      cards: 'Merged cards',
      audit_entries: 'Entries of the audit trail that named them',
    },
  },
  ua: {
    title: 'Квитанція про стирання даних',
    text: 'Компанія стерла те, що зберігала про людину: хто вона, що писала і що писали їй. Від звернень лишилися номери й час, без жодного змісту.',
    under_way: 'Стирання ще триває. Квитанція повна, коли в ній є час завершення і печатка.',
    company: 'Компанія',
    customer_id: 'Картка',
    asked_by: 'Хто стер',
    asked_at: 'Початок (UTC)',
    done_at: 'Завершення (UTC)',
    code: 'Код',
    counts: 'Що стерто',
    proofs: 'Підтвердження',
    proofs_text:
      'SHA-256 коду, двокрапки й адреси чи номера малими літерами: хто знає адресу, може перевірити, що йдеться про неї.',
    seal: 'Печатка цієї інсталяції',
    count: {
      tickets: 'Звернення, що стали безіменними',
      messages: 'Листи, відповіді й нотатки',
      waiting: 'Листи, що ще не пішли',
      drafts: 'Чернетки',
      files: 'Файли',
      mails: 'Оригінали листів',
      identities: 'Адреси й номери',
      notes: 'Нотатки команди',
      cards: 'Об’єднані картки',
      audit_entries: 'Записи аудиту, що називали людину',
    },
  },
} as const;

/** The receipt as a page that prints, in the language of whoever opens it. */
export function receiptPage(receipt: ErasureReceipt, language: 'en' | 'ua'): string {
  const t = words[language];
  const facts = [
    [t.company, receipt.company],
    [t.customer_id, `#${receipt.customer_id}`],
    [t.asked_by, receipt.asked_by],
    [t.asked_at, receipt.asked_at],
    [t.done_at, receipt.done_at ?? '—'],
    [t.code, receipt.code],
  ] as const;
  const counts = Object.entries(t.count).map(([name, title]) => [title, receipt.counts[name] ?? 0] as const);
  return plainPage({
    title: t.title,
    language: language === 'ua' ? 'uk' : 'en',
    body: [
      html`<p>${receipt.done_at ? t.text : t.under_way}</p>`,
      html`<table><tbody>${facts.map(([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>`)}</tbody></table>`,
      html`<h2>${t.counts}</h2><table><tbody>${counts.map(([name, n]) => html`<tr><th>${name}</th><td>${n}</td></tr>`)}</tbody></table>`,
      html`<h2>${t.proofs}</h2><p><small>${t.proofs_text}</small></p>${receipt.proofs.map((one) => html`<p><code>${one}</code></p>`)}`,
      html`<h2>${t.seal}</h2><p><code>${receipt.seal || '—'}</code></p>`,
    ],
  });
}
