import type { FrameLocator, Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { redPng } from './support/letters.ts';
import { startListener } from './support/listener.ts';
import { aLockedPdf, aPdf } from './support/pdfs.ts';
import { expect, test } from './support/story.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** How many pixels of a page carry ink. */
const inkOf = (frame: FrameLocator, number: number) =>
  frame.locator('body').evaluate<number, never>(
    `((body) => {
    const drawn = body.querySelector('section:nth-of-type(${number}) canvas');
    const paper = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d');
    paper.drawImage(drawn, 0, 0);
    const { data } = paper.getImageData(0, 0, drawn.width, drawn.height);
    return data.filter((value, i) => i % 4 === 0 && value < 100).length;
  })(document.body)` as never,
  );

/** A key in the frame, a moment later: it may take the frame away, and who waited for the key in it would wait for ever. */
const pressedInside = (frame: FrameLocator, code: string) =>
  frame
    .locator('body')
    .evaluate(`setTimeout(() => dispatchEvent(new KeyboardEvent('keydown', { code: '${code}' })))` as never);

test('A24 Olena reads an invoice where it came, and a hostile one reaches nothing', async ({
  page,
  shop,
  complaints,
}) => {
  const stranger = await startListener();
  const script = `app.launchURL("${stranger.url}/js"); this.submitForm("${stranger.url}/form");`;
  const link = `<< /S /URI /URI (${stranger.url}/link) >>`;
  const invoice = aPdf(['Invoice', 'Рахунок'], {
    catalogue: `/OpenAction << /S /JavaScript /JS (${script.replace(/[()]/g, '\\$&')}) >> /AA << /WC ${link} >>`,
    ofPage: `/AA << /O ${link} >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A ${link} >>]`,
  });
  const pdf = (filename: string, content: Buffer) => ({ filename, content, contentType: 'application/pdf' });
  const { id } = await shop.receivesTicket({
    subject: 'What do I owe',
    attachments: [
      { ...pdf('invoice.pdf', invoice), contentType: 'application/octet-stream' },
      pdf('torn.pdf', Buffer.from('%PDF-1.7\nthe rest was lost')),
      pdf('locked.pdf', aLockedPdf()),
      { filename: 'table.png', content: redPng, contentType: 'image/png' },
    ],
  });
  await shop.signIn(page.context());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`/v1/tickets/${id}`);
  const tile = page.getByRole('button', { name: /invoice\.pdf.*Open/ });
  const frame = page.frameLocator('[role=dialog] iframe');

  await test.step('it opens by a key and is read, marked and turned', async () => {
    await tile.press('Enter');
    await expect(dialog(page)).toContainText('Page 1 of 2');
    expect(await inkOf(frame, 1)).toBeGreaterThan(1000);
    await expect(frame.locator('section').first()).toContainText('Invoice');
    expect(await frame.locator('html').evaluate((root) => root.scrollTop)).toBe(0);
    await page.keyboard.press('Equal');
    await page.keyboard.press('End');
    await expect(dialog(page)).toContainText('Page 2 of 2');
    await expect(frame.locator('section').nth(1)).toContainText('Рахунок');
    expect(await inkOf(frame, 2)).toBeGreaterThan(1000);
    expect(await violationsOf(page, { of: '[role=dialog]' })).toEqual([]);
  });

  await test.step('what it holds has no origin, no network and no way out, and nothing of it ran', async () => {
    complaints.expect(/Content Security Policy|sandboxed|Blocked/i);
    await frame.locator('section').nth(1).click();
    const reached = await frame.locator('body').evaluate(async (_body, url) => {
      const page = globalThis as unknown as {
        origin: string;
        parent: { document: unknown; location: { href: string } };
        open(url: string): unknown;
      };
      const tried = async (act: () => unknown) => {
        try {
          return (await act()) ?? 'nothing';
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [
        page.origin,
        await tried(() => page.parent.document),
        await tried(() => fetch(url).then(() => 'fetched')),
        await tried(() => page.open(url)),
      ];
    }, stranger.url);
    expect(reached).toEqual(['null', 'SecurityError', 'TypeError', 'nothing']);
    expect(stranger.asked()).toEqual([]);
    expect(asked.filter((url) => url.startsWith(stranger.url))).toEqual([]);
    expect(
      asked.filter((url) => /\/FoxitDingbats\.pfb$/.test(url)),
      'the desk fetched what it lacked',
    ).toHaveLength(1);
    expect(page.url()).toMatch(new RegExp(`/tickets/${id}$`));
    await pressedInside(frame, 'Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(tile).toBeFocused();
  });

  await test.step('one that is torn and one with a password say so, and can be downloaded; pictures follow', async () => {
    const torn = page.getByRole('button', { name: /torn\.pdf.*Open/ });
    await torn.click();
    await expect(dialog(page)).toContainText('This file is damaged, or is no PDF');
    await page.keyboard.press('ArrowRight');
    await expect(dialog(page)).toContainText('This file is protected with a password');
    await expect(dialog(page).getByRole('link', { name: 'Download' }).last()).toHaveAttribute('href', /files\/\d+$/);
    await page.keyboard.press('ArrowRight');
    await expect(dialog(page).getByRole('img', { name: 'table.png' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(torn).toBeFocused();
  });
  await stranger.close();
});
