import { afterAll, beforeAll, expect, test } from 'vitest';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson } from './people.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley();
});
afterAll(() => at?.close());

test('Olena founds a company with a product and a mailbox, and finds them in her lists', async () => {
  const { api } = await aPerson(at);
  const { companyId, productId, mailboxId } = await aCompany(api);

  const self = await api.call('users/self');
  expect(self.body.data).toMatchObject({
    user: { name: 'Olena Kovalenko', email: 'olena@lumenoak.test' },
    roles: [{ company_id: companyId, level: 4, name: 'owner' }],
  });

  const products = await api.post('products/get', {
    fields: ['id', 'name', 'abbreviation', 'unresolved_tickets'],
    filter: { conditions: [['company_id', '=', companyId]] },
  });
  expect(products.body).toEqual({
    success: true,
    data: { products: [{ id: productId, name: 'Shop', abbreviation: 'SHP', unresolved_tickets: 0 }] },
    total: 1,
  });

  const mailboxes = await api.post('mailboxes/get', {});
  expect(mailboxes.body.data.mailboxes[0]).toMatchObject({
    id: mailboxId,
    username: 'support@lumenoak.test',
    health_state: 'connecting',
    product: { name: 'Shop' },
  });
  expect(mailboxes.text).not.toContain('app password');
  for (const entity of ['tickets', 'messages', 'customers', 'users', 'inbound-mails']) {
    const page = await api.post(`${entity}/get`, { sort: [['added', 'desc']], range: [0, 25] });
    expect(page.status, page.text).toBe(200);
  }
});
