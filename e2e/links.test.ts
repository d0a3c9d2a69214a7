import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { violationsOf } from './support/axe.ts';
import { expect, test } from './support/story.ts';

test('from a ticket to the order in the shop, which knows who comes', async ({ page, shop }) => {
  const asked: { url: string; referrer: string | undefined }[] = [];
  const orders = createServer((request, response) => {
    if (request.url?.startsWith('/orders')) asked.push({ url: request.url, referrer: request.headers.referer });
    response
      .setHeader('content-type', 'text/html')
      .end('<title>Orders</title><script>document.title = String(opener)</script>');
  });
  await new Promise<void>((ready) => orders.listen(0, '127.0.0.1', ready));
  const shopFront = `http://127.0.0.1:${(orders.address() as AddressInfo).port}`;
  const secret = 'only the orders of this shop know it';
  const { id } = await shop.receivesTicket({ from: `Ida Holm <ida+oak@customers.test>`, subject: 'Where is my lamp?' });
  await shop.signIn(page.context());

  await test.step('an administrator adds it, and is told what is wrong where it stands', async () => {
    await page.goto('/v1/links/add');
    await page.getByRole('textbox', { name: 'Name' }).fill('Order in the shop');
    await page.getByRole('textbox', { name: 'Address' }).fill('http://shop.example/{ticket.number}');
    await page.getByRole('switch', { name: /^Bring a signed token/ }).click();
    const typed = page.getByLabel('Secret', { exact: true });
    await typed.fill(secret);
    await expect(typed, 'nobody reads it over her shoulder').toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Add link' }).click();
    await expect(page.getByText(/Enter an address that starts with https/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Address' }).fill(`${shopFront}/orders?mail={customer.email}`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/link-form.png`, fullPage: true });
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add link' }).click();
    await expect(page.getByRole('link', { name: 'Order in the shop' })).toBeVisible();
  });

  await test.step('it stands beside the ticket without a token, and opens in a tab that cannot reach back', async () => {
    await page.goto(`/v1/tickets/${id}`);
    const link = page.getByRole('complementary').getByRole('link', { name: /Order in the shop/ });
    await expect(link).toBeVisible();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/link-beside.png` });
    expect(await page.content()).not.toContain('eyJ');
    const opening = page.context().waitForEvent('page');
    await link.focus();
    await page.keyboard.press('Enter');
    const tab = await opening;
    await expect(tab).toHaveTitle('null');
    const [first] = asked;
    expect(first?.referrer).toBeUndefined();
    const came = new URL(first?.url ?? '', shopFront);
    expect(came.searchParams.get('mail')).toBe('ida+oak@customers.test');
    const { payload } = await jwtVerify(came.searchParams.get('token') ?? '', new TextEncoder().encode(secret), {
      audience: shopFront,
    });
    expect(payload).toMatchObject({ ticket: { id } });
    await tab.close();
  });
  orders.close();
});
