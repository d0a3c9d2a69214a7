import { readFile, writeFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { rowId } from '#test/api/people.ts';
import { downloaded } from './support/downloaded.ts';
import { askOwnDatabase } from './support/members.ts';
import { password } from './support/shop.ts';
import { expect, test } from './support/story.ts';

test('customers go out as CSV, are mended in a spreadsheet, tried, and come in again; a long trial is cancelled; then the whole company moves', async ({
  page,
  context,
  shop,
  aServer,
  complaints,
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
    const step = page.getByRole('list').filter({ hasText: 'Columns' });
    expect((await step.boundingBox())?.width, 'as wide as every form').toBe(560);
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
    const lines = async (name: string) =>
      ((await bad.getByText(name, { exact: true }).first().boundingBox())?.height ?? 0) / 20;
    await page.setViewportSize({ width: 390, height: 844 });
    expect.soft(await lines('Column'), 'its words are whole on a phone').toBeLessThan(2);
    await page.setViewportSize({ width: 1280, height: 720 });
    const { bytes } = await downloaded(page, () => bad.getByRole('button', { name: 'Download all of them' }).click());
    expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(3);
    // A column taken for the wrong thing is put right without the file being chosen again.
    await page.getByRole('button', { name: 'Change the columns' }).click();
    await expect(page.getByRole('combobox', { name: 'E-mail' })).toHaveValue('E-mail');
    await page.getByRole('combobox', { name: 'Last name' }).click();
    await page.getByRole('option', { name: 'Note' }).click();
    await page.getByRole('button', { name: 'Try it' }).click();
    await expect(page.getByRole('heading', { name: 'This would happen' })).toBeFocused();
    await page.getByRole('button', { name: 'Change the columns' }).click();
    await expect(page.getByRole('combobox', { name: 'Last name' }), 'as it was tried').toHaveValue('Note');
    await page.getByRole('combobox', { name: 'Last name' }).click();
    await page.getByRole('option', { name: 'Last name' }).click();
    await page.getByRole('button', { name: 'Try it' }).click();
    await expect(page.getByRole('heading', { name: 'This would happen' })).toBeFocused();
    // A trial is found again after a reload, and wrote nothing.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Import 2 good rows' })).toBeVisible();
    expect((await shop.olena.api.post('customers/get', { search: 'berg' })).body.total).toBe(0);
  });

  await test.step('then the good ones come in, with the same numbers', async () => {
    await page.getByRole('button', { name: 'Import 2 good rows' }).click();
    await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible();
    await expect(page.locator('dl > div', { hasText: 'Created' }).locator('dd')).toHaveText('1');
    await expect(page.getByRole('region', { name: 'What did not come in' }).getByRole('row')).toHaveCount(3);
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

  const pooled = `+4420795${String(shop.companyId).padStart(5, '0')}`;
  await askOwnDatabase(aServer, "insert into phones (acd_provider_id, name, phone_number) values (1, 'Free', $1)", [
    pooled,
  ]);
  for (const [noun, columns, lines, found] of [
    ['users', 'Name,E-mail,Role', [`Ira Melnyk,ira@${shop.domain},agent`], /ira@/],
    [
      'templates',
      'Name,Text in English,Text in Ukrainian',
      ['Sorry,We are sorry,Перепрошуємо', 'Thanks,Thank you,'],
      /Sorry/,
    ],
    ['tags', 'Name,Colour', ['Returns,#123456', 'Repairs,'], /Returns/],
    ['phones', 'Phone number,Name,Product', [`${pooled},Showroom,Shop`], /Showroom/],
  ] as const)
    await test.step(`${noun} come in from a file as well`, async () => {
      await page.goto(`/v1/${noun}/search`);
      await page.getByRole('button', { name: 'More for this list' }).click();
      await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
      await writeFile(file, `${[columns, ...lines].join('\n')}\n`);
      await page.locator('input[type=file]').setInputFiles(file);
      for (const title of columns.split(','))
        await expect(page.getByRole('combobox', { name: title }), 'what it looks like').toHaveValue(title);
      await page.getByRole('button', { name: 'Try it' }).click();
      await expect(page.getByRole('heading', { name: 'This would happen' })).toBeFocused();
      await page.getByRole('button', { name: /^Import \d good row/ }).click();
      await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible();
      await expect(page.getByRole('region', { name: 'What did not come in' })).toHaveCount(0);
      await page.getByRole('button', { name: 'To the list' }).click();
      if (noun === 'users') await page.getByRole('link', { name: /^Invited/ }).click();
      await expect(page.getByRole(noun === 'users' ? 'listitem' : 'row').filter({ hasText: found })).toBeVisible();
    });

  await test.step('all that the company has goes out as one file, and into another one', async () => {
    const { api } = shop.olena;
    // It asks for the password first.
    complaints.expect(/(companies\/(ex|im)port|jobs\/begin-download).*status of 403/);
    await page.goto(`/v1/companies/${shop.companyId}/edit#archive`);
    await page.getByRole('button', { name: 'Make an export' }).click();
    const asking = page.getByRole('dialog', { name: 'Your password once more' });
    await asking.getByLabel('Password', { exact: true }).fill(password);
    await asking.getByRole('button', { name: 'Go on' }).click();
    const jobs = page.getByRole('region', { name: 'Exports and imports' }).getByRole('listitem');
    const made = jobs.filter({ hasText: 'Export of the company' }).getByText(/^Download/);
    await expect(page.getByText('An import goes into a new company')).toBeVisible();
    const { name, bytes } = await downloaded(page, () => made.click());
    expect(name).toMatch(/\.zip$/);
    await askOwnDatabase(aServer, 'update sessions set password_confirmed_at = null', []);
    await made.click();
    await expect(asking, 'another day it asks again').toBeVisible();
    await asking.getByLabel('Password', { exact: true }).fill(password);
    const again = await downloaded(page, () => asking.getByRole('button', { name: 'Go on' }).click());
    expect(again.name).toBe(name);
    await expect(jobs.filter({ hasText: 'Export of the company' }), 'which file it made').toContainText(name);
    await expect(jobs.filter({ hasText: 'customers.csv' }).first(), 'which file it read').toBeVisible();
    const other = await api.post('companies/create', { data: [{ company_name: 'Lumen again', case_prefix: 'LA' }] });
    const otherId = rowId(other, 'companies');
    await page.goto(`/v1/companies/${otherId}/edit#archive`);
    const chosen = page.locator('input[type=file]');
    await chosen.setInputFiles({
      name: 'table.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('PK\x03\x04 and no more'),
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(jobs.first()).toContainText('This is no export of a company that Parley can read');
    await expect(jobs.first(), 'which file was refused').toContainText('table.zip');
    await chosen.setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(jobs.first()).toContainText('done');
    await expect(jobs.first(), 'which file came in').toContainText(name);
    const rests = jobs.first().getByRole('link', { name: '1 mailbox' });
    await expect(rests, 'what waits for somebody').toHaveAttribute('href', /\/mailboxes\/search#disabled$/);
    await axe('an import of a company');
    const customersOf = async (id: number) => {
      const filter = { conditions: [['company_id', '=', id]] };
      const { body } = await api.post('customers/get', {
        fields: ['first_name', 'email'],
        filter,
        sort: [['email', 'asc']],
      });
      return body.data.customers;
    };
    expect(await customersOf(otherId)).toEqual(await customersOf(shop.companyId));
    expect(await customersOf(otherId)).toHaveLength(3);
    await page.getByRole('button', { name: 'Back to list' }).click();
    await expect(page.getByRole('row', { name: /Lumen again/ })).toBeVisible();
  });
});
