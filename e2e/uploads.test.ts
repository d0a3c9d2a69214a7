import { truncate, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { expect, test } from './support/story.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true });
const files = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem');

/** Drops onto the page what a person would drag there; a folder comes as Chromium hands it over. */
const drop = (page: Page, names: readonly string[], folders: readonly string[] = []) =>
  page.evaluate(`(() => {
    const folders = ${JSON.stringify(folders)};
    const data = new DataTransfer();
    for (const name of [...${JSON.stringify(names)}, ...folders]) data.items.add(new File(['walnut'], name, { type: 'text/plain' }));
    const asEntry = DataTransferItem.prototype.webkitGetAsEntry;
    DataTransferItem.prototype.webkitGetAsEntry = function () {
      return folders.includes(this.getAsFile()?.name) ? { isDirectory: true } : null;
    };
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    DataTransferItem.prototype.webkitGetAsEntry = asEntry;
  })()`);

/** A screenshot, taken and pasted. */
const pastePicture = (page: Page) =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(['no picture, but bytes'], 'image.png', { type: 'image/png' }));
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  })()`);

/** As a frame and as a script of the page itself. */
const embed = (page: Page, address: string) =>
  page.evaluate(`(async () => {
    const frame = Object.assign(document.createElement('iframe'), { src: '${address}' });
    const code = document.createElement('script');
    const done = new Promise((go) => { code.onload = code.onerror = go; });
    code.src = '${address}';
    document.body.append(frame, code);
    await done;
    frame.remove();
  })()`);

test('whatever Olena drops, she is told what became of it; nothing that comes back runs here', async ({
  page,
  context,
  shop,
  complaints,
}, testInfo) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 5\d\d/);
  const { id } = await shop.receivesTicket({ from: 'Hanna <hanna@far.test>', subject: 'Plans' });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  await expect(page.getByRole('button', { name: 'Remove Hanna' })).toBeVisible();
  await editor(page).click();
  const discard = page.getByRole('button', { name: 'Discard the draft' });

  await test.step('of two hundred files a message carries fifty, and the others are named', async () => {
    await drop(
      page,
      Array.from({ length: 200 }, (_, i) => `plan ${i + 1}.txt`),
    );
    const told = page.getByRole('alert').filter({ hasText: '50 files at most' });
    await expect(told).toContainText('Not added: plan 51.txt, plan 52.txt, plan 53.txt and 147 more');
    await expect(files(page)).toHaveCount(50);
    await expect(page.getByRole('button', { name: /^Remove plan/ }), 'all fifty are up').toHaveCount(50);
    expect(await violationsOf(page, { notIn: 'iframe' })).toEqual([]);
    await told.getByRole('button', { name: 'Close' }).click();
    await expect(told).toBeHidden();
    await discard.click();
    await expect(files(page)).toHaveCount(0);
  });

  await test.step('a folder, an empty file and one that is too large are each told apart, and the good one goes up', async () => {
    await drop(page, ['good.txt'], ['Drawings']);
    await expect(page.getByRole('alert').filter({ hasText: 'A folder cannot be attached as it is' })).toContainText(
      'Drawings',
    );
    // From the disk: as bytes, twenty-five megabytes would go through the test's own line.
    const [nothing, film] = [testInfo.outputPath('nothing.txt'), testInfo.outputPath('film.mov')];
    await writeFile(nothing, '');
    await writeFile(film, '');
    await truncate(film, 25 * 1024 * 1024 + 1);
    await page.locator('input[data-attach=reply]').setInputFiles([nothing, film]);
    await expect(files(page).filter({ hasText: 'nothing.txt' })).toContainText('The file is empty');
    await expect(files(page).filter({ hasText: 'film.mov' })).toContainText('Larger than 26.2 MB');
    await expect(page.getByRole('button', { name: 'Remove good.txt' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove nothing.txt' }).click();
    await page.getByRole('button', { name: 'Remove film.mov' }).click();
  });

  await test.step('one that the network cut off goes on by itself; one that the server refused, by a click', async () => {
    await context.setOffline(true);
    await drop(page, ['cut off.txt']);
    await expect(files(page).filter({ hasText: 'cut off.txt' })).toContainText('No connection');
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Remove cut off.txt' })).toBeVisible();
    await expect(files(page).filter({ hasText: 'cut off.txt' })).toContainText('6 B');
    const full = { success: false, errors: [{ key: 'storage_full', message: 'There is no room left' }] };
    await page.route('**/api/files/upload', (route) => route.fulfill({ status: 507, json: full }), { times: 1 });
    await drop(page, ['late.txt']);
    await expect(files(page).filter({ hasText: 'late.txt' })).toContainText('There is no room left to store files');
    await page.getByRole('button', { name: 'Try again: late.txt' }).click();
    await expect(files(page).filter({ hasText: 'late.txt' })).toContainText('6 B');
  });

  await test.step('a name cannot lead away, nor turn round; a screenshot is pasted', async () => {
    await drop(page, ['../../etc/passwd', `photo\u202Egnp.exe`, `${'a'.repeat(300)}.txt`]);
    await expect(files(page).filter({ hasText: /^passwd/ })).toHaveCount(1);
    await expect(files(page).filter({ hasText: 'photognp.exe' })).toHaveCount(1);
    await expect(files(page).filter({ hasText: /^a{251}\.txt6 B/ })).toHaveCount(1);
    await editor(page).click();
    await pastePicture(page);
    await pastePicture(page);
    const pasted = files(page).filter({ hasText: /^image-\d{8}-\d{6}\.png/ });
    await expect(pasted).toHaveCount(2);
    const [first, second] = await pasted.allInnerTexts();
    expect(first, 'each is called by when it was pasted').not.toBe(second);
    await expect(editor(page)).toHaveText('');
  });

  await test.step('A24, A25 nothing that was uploaded runs or is shown as a page of ours, however it is opened', async () => {
    const script = 'fetch("/v1/api/settings/change");document.title="owned";localStorage.owned=1';
    const bad: [string, string, string][] = [
      ['a.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><script>${script}</script></svg>`],
      ['a.html', 'text/html', `<!doctype html><script>${script}</script>`],
      [
        'a.xhtml',
        'application/xhtml+xml',
        `<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`,
      ],
      [
        'a.xml',
        'text/xml',
        `<?xml-stylesheet href="#"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${script}</x:script>`,
      ],
      ['a.js', 'text/javascript', script],
      ['a.pdf', 'application/pdf', '%PDF-1.4\n%%EOF'],
      ['a.mht', 'multipart/related', `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<script>${script}</script>`],
      ['a.css', 'text/css', 'body{background:red}'],
    ];
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    complaints.expect(/MIME type|Refused to|violates the following|sandboxed/i);
    const tab = await context.newPage();
    for (const [name, type, text] of bad) {
      const file = await shop.olena.api.upload(name, Buffer.from(text), type);
      const { id: fileId } = file.body.data.files[0] as { id: number };
      const address = `/v1/api/files/${fileId}?inline=1`;
      const saved = tab.waitForEvent('download');
      await tab.goto(address).catch(() => {});
      expect((await saved).suggestedFilename()).toBe(name);
      await embed(page, address);
    }
    expect(asked.filter((url) => url.endsWith('/settings/change'))).toEqual([]);
    expect(await page.evaluate(`[localStorage.owned ?? null, document.title === 'owned']`)).toEqual([null, false]);
  });
});
