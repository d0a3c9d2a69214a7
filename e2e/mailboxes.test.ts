import type { Route } from '@playwright/test';
import type { DomainRecord } from '#contract/sender-domains.ts';
import { byId, rows } from '#test/api/rows-of.ts';
import { mailPassword } from './support/shop.ts';
import { expect, test } from './support/story.ts';
import { veryMany } from './support/very-many.ts';

test('a mailbox that is there already is refused by its name, and a header that nobody may set by its own', async ({
  page,
  context,
  shop,
  mail,
  complaints,
}) => {
  complaints.expect(/mailboxes\/create.* status of 422/);
  await shop.signIn(context);
  await page.goto('/v1/mailboxes/add');
  const field = (name: string) => page.locator(`[name=${name}]`);
  await field('from_email').fill(`another@${shop.domain}`);
  await field('from_name').click();
  await expect(field('from_name'), 'it follows from the address').toHaveValue('another');
  await page.keyboard.type('Lumen & Oak');
  await expect(field('from_name'), 'a suggestion gives way').toHaveValue('Lumen & Oak');
  await field('imap_password').fill('app password');
  await page.getByText('Advanced', { exact: true }).click();
  await field('imap_username').fill(shop.address);
  await field('imap_server').fill('LOCALHOST');
  await field('smtp_host').fill('localhost');
  await page.keyboard.press('Control+s');
  await expect(
    page.getByText(`This account is the mailbox ${shop.address} already. One account is one mailbox`),
  ).toBeVisible();
  await expect(field('imap_username')).toBeFocused();

  await field('from_email').fill(shop.address.toUpperCase());
  await page.keyboard.press('Control+s');
  await expect(page.getByText(`This address belongs to the mailbox ${shop.address} already`)).toBeVisible();
  await expect(field('from_email')).toBeFocused();

  await field('from_email').fill(`another@${shop.domain}`);
  await field('imap_username').fill(`another@${shop.domain}`);
  await expect(field('imap_username'), 'the fold stays open for whoever mends what is in it').toBeVisible();
  await field('additional_headers').fill('X-Team: shop\nReply-To: boss@far.test');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('The header Reply-To is written by')).toBeVisible();
  await field('additional_headers').fill('X-Team: shop');
  // What stands at no field is told beside the form.
  const errors = [{ key: 'invalid_value', message: 'The value is not valid' }];
  await page.route(/mailboxes\/create/, (route) => route.fulfill({ status: 422, json: { success: false, errors } }), {
    times: 1,
  });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to create mailbox' })).toContainText(
    'Check if your data is correct',
  );
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { level: 1, name: `another@${shop.domain}` })).toBeVisible();

  const { api } = shop.olena;
  const rests = await api.post('mailboxes/delete', {
    filter: { conditions: [['from_email', '=', `another@${shop.domain}`]] },
  });
  expect(rests.status, rests.text).toBe(200);
  await page.goto('/v1/mailboxes/search#disabled');
  const row = page.getByRole('row', { name: new RegExp(`another@${shop.domain}`) });
  await expect(row, 'it rests').toContainText('Disabled');
  await row.getByRole('link').first().click();
  await expect(page.getByText('Connecting', { exact: true }), 'and nothing says that it connects').toBeHidden();

  await test.step('of very many products the one it is for is named, and any other is found by typing', async () => {
    const last = await veryMany('products', 'Annex', shop);
    await page.goto(`/v1/mailboxes/add?product=${last.id}`);
    const product = page.getByRole('combobox', { name: 'Product' });
    await expect(product).toHaveValue('Annex 110');
    await product.fill('shop');
    await product.press('Enter');
    await expect(product).toHaveValue('Shop');
    await expect(page.locator('[name=product_id]')).toHaveValue(String(shop.productId));
  });

  const aside = page.getByRole('complementary', { name: 'Health' });
  const fact = (name: string) => aside.locator('dl > div', { hasText: name }).locator('dd');

  await test.step('beside its form stands how it does: letters are fetched again, and one is sent to try it', async () => {
    await mail.addMailbox(shop.olena.email, mailPassword);
    await page.goto(`/v1/mailboxes/${shop.mailboxId}/edit#advanced`);
    await expect(field('imap_username'), 'the address of a part unfolds it').toBeVisible();
    await expect(fact('State')).toHaveText('Working');
    await expect(fact('Last fetched')).not.toHaveText('Never');
    await expect(fact('Last sent')).toHaveText('Never');
    await aside.getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByText(`A test letter left for ${shop.olena.email} in`)).toBeVisible();
    await mail.waitForMail(shop.olena.email);

    const open = aside.getByRole('button', { name: 'Fetch since…' });
    await open.click();
    const since = page.getByLabel('Since', { exact: true });
    await since.fill('2999-01-01');
    await expect(page.getByText('Choose a past day')).toBeVisible();
    await since.fill('2026-01-05');
    const asked = page.waitForRequest('**/mailboxes/fetch-since');
    await page.getByRole('button', { name: /^Fetch since.*5/ }).click();
    expect((await asked).postDataJSON().data).toEqual({ id: shop.mailboxId, since: '2026-01-05' });
    await expect(page.getByText(/^Fetching letters since .*5/)).toBeVisible();
    await expect(open).toBeFocused();
  });

  await test.step('what does not leave is counted, and every fault is told in words and kept', async () => {
    const { id } = await shop.receivesTicket({ subject: 'A walnut table', from: 'hanna@lindqvist.test' });
    const change = async (data: object) =>
      rows(await api.post('mailboxes/update', { data, ...byId(shop.mailboxId) }), 'mailboxes');
    await change({ smtp_port: 1, smtp_password: mailPassword });
    await shop.answers(id, 'Oak, all of it.', { to: [{ address: 'hanna@lindqvist.test' }] });
    await expect(fact('State')).toHaveText('Cannot send');
    await expect(fact('Waiting to send')).toHaveText('1');
    await expect(aside.getByText('Sending: Nothing listens on this port. Check the port number')).toBeVisible();
    await change({ imap_password: 'forgotten' });
    const refused = 'The user name or password was refused';
    await expect(fact('State')).toHaveText('Needs action');
    await change({ imap_password: mailPassword, smtp_port: mail.submissionPort, smtp_password: mailPassword });
    await expect(fact('State')).toHaveText('Working');
    await expect(fact('Waiting to send')).toHaveText('0');
    await expect(fact('Last sent')).toHaveText(/\d:\d/);
    const entries = aside.getByRole('listitem');
    await expect(entries.first()).toContainText('Connected');
    const fault = entries.filter({ hasText: refused });
    await expect(fault).toContainText('Needs action');
    await fault.getByText('The server’s words').click();
    await expect(fault.locator('code')).toContainText(/authentication/i);
  });

  await test.step('what DNS says of its domain is told in words, with the records to copy', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // Names that end in `.test` are in nobody's DNS.
    const record = (of: Pick<DomainRecord, 'kind' | 'verdict' | 'key'> & Partial<DomainRecord>) => ({
      ...{ values: {}, host: shop.domain, found: [], suggestion: null },
      ...of,
    });
    const policy = { host: `_dmarc.${shop.domain}`, suggestion: 'v=DMARC1; p=none' };
    const spf = { host: shop.domain, found: ['v=spf1 +all'], suggestion: 'v=spf1 ~all' };
    const at = (selector?: string) => [
      record({ kind: 'spf', verdict: 'bad', key: 'spf_allows_all', ...spf }),
      selector
        ? record({ kind: 'dkim', verdict: 'ok', key: 'dkim_ok', values: { selector, bits: 2048 } })
        : record({ kind: 'dkim', verdict: 'bad', key: 'dkim_missing' }),
      record({ kind: 'dmarc', verdict: 'warn', key: 'dmarc_missing', ...policy }),
    ];
    const questions: object[] = [];
    await page.route('**/mailboxes/check-domain', async (route) => {
      const { data } = route.request().postDataJSON();
      questions.push(data);
      const domains = [{ domain: shop.domain, provider: null, is_of_provider: false, records: at(data.selector) }];
      await route.fulfill({ json: { success: true, data: { domains } } });
    });
    // What was asked before this comes late, and is not what counts.
    const late = Promise.withResolvers<void>();
    const nothing = { success: true, data: { domains: [] } };
    const answerLate = (route: Route) => late.promise.then(() => route.fulfill({ json: nothing }));
    await page.route('**/mailboxes/check-domain', answerLate, { times: 1 });
    const isAsked = page.waitForRequest('**/mailboxes/check-domain');
    await api.post('mailboxes/update', { data: { from_name: 'Lumen' }, ...byId(shop.mailboxId) });
    await isAsked;
    await aside.getByRole('button', { name: 'Check again' }).click();
    await expect(aside.getByRole('heading', { name: shop.domain })).toBeVisible();
    await expect(aside.getByRole('button', { name: 'Check again' })).toBeEnabled();
    late.resolve();
    const part = (kind: string) => aside.locator('details', { has: page.locator('summary', { hasText: kind }) });
    const copies = async (kind: string, name: string, text: string) => {
      await part(kind).getByRole('button', { name }).click();
      await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(text);
    };
    await part('SPF').getByText('Needs action').click();
    await expect(part('SPF')).toContainText('it allows everybody to send in your name');
    await expect(part('SPF')).toContainText('Put this record in its place:');
    await copies('SPF', 'Copy name', spf.host);
    await copies('SPF', 'Copy record', spf.suggestion);
    await part('DMARC').getByText('Could be better').click();
    await expect(part('DMARC')).toContainText('Add this TXT record');
    await copies('DMARC', 'Copy name', policy.host);
    await copies('DMARC', 'Copy record', policy.suggestion);
    await part('DKIM').getByText('Needs action').click();
    const selector = part('DKIM').getByRole('textbox', { name: 'DKIM selector' });
    await selector.fill('not one');
    await selector.press('Enter');
    await expect(selector).toHaveAttribute('aria-invalid', 'true');
    await selector.fill('pm2026');
    await part('DKIM').getByRole('button', { name: 'Look there' }).click();
    await expect(part('DKIM')).toContainText('proved by their signature (selector pm2026, 2048 bits)');
    expect(questions).toContainEqual({ id: shop.mailboxId, selector: 'pm2026' });
  });
});
