import { waitUntil } from '#test/rigs/wait-until.ts';
import type { ApiClient } from '../api/api-client.ts';
import { rowId } from '../api/people.ts';
import { mailboxSettings, type Shop } from './shop-with-mail.ts';

export type CompanyWithMail = { companyId: number; productId: number; mailboxId: number; address: string };

/** A company of its own on the same Parley, with a mailbox that works. */
export async function aCompanyWithMail(
  shop: Shop,
  api: ApiClient,
  about: { name: string; prefix: string; address: string },
): Promise<CompanyWithMail> {
  const company = await api.post('companies/create', {
    data: [{ company_name: about.name, case_prefix: about.prefix }],
  });
  const companyId = rowId(company, 'companies');
  const product = await api.post('products/create', { data: [{ name: 'Desk', company_id: companyId }] });
  const productId = rowId(product, 'products');
  const mailboxId = await aMailboxOf(shop, api, { companyId, productId, address: about.address });
  return { companyId, productId, mailboxId, address: about.address };
}

/** One more mailbox, connected. */
export async function aMailboxOf(
  shop: Shop,
  api: ApiClient,
  about: { companyId: number; productId: number; address: string; settings?: Record<string, unknown> },
): Promise<number> {
  await shop.servers.addMailbox(about.address, 'shop-app-password');
  const { companyId: company_id, productId: product_id, address: from_email } = about;
  const settings = mailboxSettings(shop.servers, { company_id, product_id, from_email, ...about.settings });
  const mailboxId = rowId(await api.post('mailboxes-new/create', { data: [settings] }), 'mailboxes');
  await healthOf(api, mailboxId, 'ok');
  return mailboxId;
}

/** Waits until the mailbox is in this state; answers its row. */
export const healthOf = (api: ApiClient, mailboxId: number, state: string) =>
  waitUntil(
    async () => {
      const { body } = await api.post('mailboxes/get', { filter: { conditions: [['id', '=', mailboxId]] } });
      return body.data.mailboxes?.find((row: { health_state: string }) => row.health_state === state);
    },
    { what: `the mailbox to be ${state}` },
  );
