import { expect, test } from './support/story.ts';
import { veryMany } from './support/very-many.ts';

test('a mailbox that is there already is refused by its name, and a header that nobody may set by its own', async ({
  page,
  context,
  shop,
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
});
