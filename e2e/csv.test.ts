import { readFile, writeFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { downloaded } from './support/downloaded.ts';
import { expect, test } from './support/story.ts';

test('customers go out as CSV, are mended in a spreadsheet, tried, and come in again; a long trial is cancelled', async ({
  page,
  context,
  shop,
}, testInfo) => {
  const data = [
    { company_id: shop.companyId, first_name: 'Hanna', last_name: 'Lindqvist', email: `hanna@${shop.domain}` },
    { company_id: shop.companyId, first_name: '=1+1', last_name: 'Marsh', email: `marsh@${shop.domain}` },
  ];
  await shop.olena.api.post('customers/create', { data });
  await shop.signIn(context);
  const axe = async (screen: string) =>
    expect.soft((await new AxeBuilder({ page }).analyze()).violations, `axe on ${screen}`).toEqual([]);
  const file = testInfo.outputPath('customers.csv');

  await test.step('out: all that the list finds, columns chosen, no formula among them', async () => {
    await page.goto('/v1/customers/search');
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export as CSV' });
    await dialog.getByRole('checkbox', { name: 'Note' }).uncheck();
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const link = dialog.getByRole('link', { name: /^Download/ });
    await expect(link).toBeVisible();
    await expect(dialog.getByText('2 rows')).toBeVisible();
    await axe('the export');
    const { name, bytes } = await downloaded(page, () => link.click());
    expect(name).toMatch(/^customers-.*\.csv$/);
    const text = bytes.toString();
    expect(text).toContain('\uFEFFFirst name,Last name,E-mail,Phone,Language\r\n');
    expect(text).toContain("'=1+1,Marsh,");
    await writeFile(file, bytes);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
  });

  await test.step('in: tried first, with two bad rows told and why', async () => {
    const text = (await readFile(file, 'utf8')).replace('Hanna,Lindqvist', 'Hanna,Berg');
    await writeFile(file, `${text}Petro,New,petro@${shop.domain},,\r\nBad,Address,not an address,,\r\nNo,Key,,,\r\n`);
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
    await axe('choosing a file');
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByRole('combobox', { name: 'E-mail' })).toHaveValue('E-mail');
    await axe('the columns');
    await page.getByRole('button', { name: 'Try it' }).click();
    await expect(page.getByRole('heading', { name: 'This would happen' })).toBeFocused();
    const number = (name: string) => page.locator('dl > div', { hasText: name }).locator('dd');
    for (const [name, count] of Object.entries({ New: 1, Changed: 1, 'There already': 1, 'Cannot come in': 2 }))
      await expect(number(name)).toHaveText(String(count));
    const bad = page.getByRole('region', { name: 'Rows that cannot come in' });
    await expect(bad.getByRole('row', { name: /E-mail not an address/ })).toContainText('Invalid email address');
    await expect(bad.getByRole('row', { name: /Nothing says whose row this is/ })).toBeVisible();
    await axe('the trial');
    const { bytes } = await downloaded(page, () => bad.getByRole('button', { name: 'Download all of them' }).click());
    expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(3);
    // A trial is found again after a reload, and wrote nothing.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Import 2 good rows' })).toBeVisible();
    expect((await shop.olena.api.post('customers/get', { search: 'berg' })).body.total).toBe(0);
  });

  await test.step('then the good ones come in, with the same numbers', async () => {
    await page.getByRole('button', { name: 'Import 2 good rows' }).click();
    await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible();
    await expect(page.locator('dl > div', { hasText: 'Created' }).locator('dd')).toHaveText('1');
    await page.getByRole('button', { name: 'To the list' }).click();
    await expect(page.getByRole('row', { name: /Hanna Berg/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Petro New/ })).toBeVisible();
  });

  await test.step('a long one is cancelled on the way', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `Row ${i},row${i}@${shop.domain}`);
    await writeFile(file, `First name,E-mail\n${rows.join('\n')}\n`);
    await page.goto('/v1/customers/import');
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Cancelled', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Import/ })).toBeHidden();
  });
});
