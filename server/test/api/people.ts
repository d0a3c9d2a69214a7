import { noteDevice } from '#domain/accounts/devices.ts';
import { hashPassword } from '#domain/accounts/passwords.ts';
import { openSession } from '#domain/accounts/sessions.ts';
import { recordAccountEvent } from '#domain/people/index.ts';
import { actingFrom } from '#platform/origin.ts';
import { createToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { ApiClient } from './api-client.ts';
import type { TestParley } from './parley-in-process.ts';

export const password = 'walnut-table-7-oak';
/** Made once: hashing is slow for a purpose, and the purpose is not ours here. */
let passwordHash: Promise<string> | undefined;

/**
 * Olena, or whoever is named, with a confirmed address and signed in. What a sign-in leaves behind is there, and the way
 * through `auth/login` is gone by the tests about it.
 */
export async function aPerson(
  at: TestParley,
  name = 'Olena Kovalenko',
  email = `${name.split(' ')[0]?.toLowerCase()}@lumenoak.test`,
): Promise<{ id: number; email: string; api: ApiClient }> {
  passwordHash ??= hashPassword(password);
  const hash = await passwordHash;
  const from = { ip: '127.0.0.1', userAgent: 'node', device: createToken().token };
  const { id, token } = await actingFrom(from, () =>
    at.db.transaction('system', async (tx) => {
      const person = await tx.row<{ id: number }>(
        sql`insert into users (name, email, password_hash, language, email_confirmed_at) values (${name}, ${email}, ${hash}, 'en', now()) returning id`,
      );
      if (!person) throw new Error('insert answered no row');
      const opened = await openSession(tx, person.id, from, false);
      await noteDevice(tx, person.id, from);
      await recordAccountEvent(tx, { action: 'signed_in', userId: person.id });
      return { id: person.id, token: opened.token };
    }),
  );
  const api = at.stranger();
  const prefix = at.parley.url.startsWith('https:') ? '__Host-' : '';
  api.cookie = `${prefix}parley=${token}`;
  api.device = `${prefix}parley-device=${from.device}`;
  return { id, email, api };
}

export type Company = { companyId: number; productId: number; mailboxId: number };

/** A company with a product and a mailbox that nobody connects to. */
export async function aCompany(api: ApiClient, name = 'Lumen & Oak', prefix = 'LO'): Promise<Company> {
  const company = await api.post('companies/create', { data: [{ company_name: name, case_prefix: prefix }] });
  const companyId = rowId(company, 'companies');
  const product = await api.post('products/create', { data: [{ name: 'Shop', company_id: companyId }] });
  const productId = rowId(product, 'products');
  const mailbox = await api.post('mailboxes-new/create', {
    data: [
      aMailbox({
        company_id: companyId,
        product_id: productId,
        from_email: `support@${name.toLowerCase().replace(/\W+/g, '')}.test`,
      }),
    ],
  });
  return { companyId, productId, mailboxId: rowId(mailbox, 'mailboxes') };
}

export const aMailbox = (about: Record<string, unknown>) => ({
  from_name: 'Support',
  imap_username: String(about.from_email),
  imap_password: 'app password',
  imap_server: '127.0.0.1',
  imap_port: 1,
  imap_type: 'none',
  smtp_host: '127.0.0.1',
  smtp_port: 1,
  smtp_security: 'none',
  ...about,
});

export async function joins(at: TestParley, userId: number, companyId: number, level: 1 | 2 | 3 | 4): Promise<void> {
  const name = ['agent', 'supervisor', 'admin', 'owner'][level - 1];
  await at.db.transaction('system', (tx) =>
    tx.run(sql`insert into roles (user_id, company_id, level, name) values (${userId}, ${companyId}, ${level}, ${name})
    on conflict (company_id, user_id) do update set level = excluded.level, name = excluded.name`),
  );
}

export function rowId(
  answer: { status: number; text: string; body: { data: Record<string, { id: number }[]> } },
  entity: string,
): number {
  const id = answer.body.data?.[entity]?.[0]?.id;
  if (!id) throw new Error(`no ${entity} in ${answer.status} ${answer.text}`);
  return id;
}
