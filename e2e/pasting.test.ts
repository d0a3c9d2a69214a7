import type { Page } from '@playwright/test';
import { expect, test } from './support/story.ts';

/** Hanna's letter is open, and the caret stands in the answer. */
const writing = test.extend<{ letter: string }>({
  letter: 'The leg wobbles.\n\nMy address:\nOak street 5\n04711 Lund',
  page: async ({ page, context, shop, letter }, lend) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id } = await shop.receivesTicket({
      ...{ from: `Hanna Lindqvist <hanna@customers-of-${shop.domain}>`, subject: 'A walnut table', text: letter },
    });
    await shop.signIn(context);
    await page.goto(`/v1/tickets/${id}`);
    await expect(page.getByRole('button', { name: 'Remove Hanna Lindqvist' })).toBeVisible();
    await page.keyboard.press('r');
    await lend(page);
  },
});

const editor = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true });

/** As other programs put it into the clipboard. */
const pastes = (page: Page, kinds: Record<string, string>) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    for (const [kind, text] of Object.entries(${JSON.stringify(kinds)})) clipboardData.setData(kind, text);
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);

const written = (page: Page) =>
  editor(page).evaluate((text) => {
    for (const own of text.querySelectorAll('[class*=ProseMirror]')) own.remove();
    return text.innerHTML.replace(/ rel="[^"]*"/g, '');
  });

async function clear(page: Page): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

writing('what is copied from documents keeps its bold words, its lists and its cells apart', async ({ page }) => {
  const inDocs = (weight: number, text: string) => `<span style="font-size:11pt;font-weight:${weight}">${text}</span>`;
  await pastes(page, {
    'text/html':
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">' +
      `<p dir="ltr" style="line-height:1.38">${inDocs(400, 'The leg is ')}${inDocs(700, 'solid oak')}</p>` +
      `<ul><li dir="ltr"><p>${inDocs(400, 'One')}</p></li></ul>` +
      '<p><a href="https://lumenoak.test/" style="text-decoration:none">' +
      '<span style="text-decoration:underline">the shop</span></a></p></b>',
    'text/plain': 'The leg is solid oak',
  });
  expect(await written(page)).toBe(
    '<p>The leg is <strong>solid oak</strong></p><ul><li><p>One</p></li></ul>' +
      '<p><a href="https://lumenoak.test/">the shop</a></p>',
  );

  await clear(page);
  const item = (level: number, sign: string, text: string) =>
    `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
    `<span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span>` +
    `<![endif]>${text}<o:p></o:p></p>`;
  await pastes(page, {
    'text/html':
      '<html><head><style>p.MsoNormal {margin:0cm}</style></head><body><!--StartFragment-->' +
      `<p class=MsoNormal><b>Dear Hanna,</b></p>${item(1, '·', 'One')}${item(2, 'o', 'Within')}${item(1, '·', 'Two')}` +
      '<!--EndFragment--></body></html>',
    'text/plain': 'Dear Hanna,',
  });
  expect(await written(page)).toBe(
    '<p><strong>Dear Hanna,</strong></p>' +
      '<ul><li><p>One</p><ul><li><p>Within</p></li></ul></li><li><p>Two</p></li></ul><p></p>',
  );

  await clear(page);
  const rows = '<tr><td>Size</td><td>Price</td></tr><tr><td><p>140 cm</p></td><td><p>390 €</p></td></tr>';
  await pastes(page, { 'text/html': `<table>${rows}</table>`, 'text/plain': 'Size\tPrice' });
  expect(await written(page)).toBe('<p>Size | Price<br>140 cm | 390 €</p>');
});

writing('lines stay lines, and a blank one parts paragraphs', async ({ page }) => {
  await pastes(page, { 'text/plain': 'Oak street 5\r\n04711 Lund\r\n \r\nThank you' });
  expect(await written(page)).toBe('<p>Oak street 5<br>04711 Lund</p><p>Thank you</p>');

  await clear(page);
  await page.getByText('My address:').evaluate((text) => text.ownerDocument.getSelection().selectAllChildren(text));
  await page.keyboard.press('Control+c');
  await editor(page).click();
  await page.keyboard.press('Control+v');
  await expect(editor(page)).toContainText('04711 Lund');
  expect(await written(page), 'of a letter in the thread').toBe(
    '<p>The leg wobbles.<br><br>My address:<br>Oak street 5<br>04711 Lund</p>',
  );
});

writing('what was pasted is taken back alone', async ({ page }) => {
  await page.keyboard.type('Hello ');
  await pastes(page, { 'text/plain': 'Oak street 5' });
  await page.keyboard.type(' is it');
  await expect(editor(page)).toHaveText('Hello Oak street 5 is it');
  await page.keyboard.press('Control+z');
  await expect(editor(page)).toHaveText('Hello Oak street 5');
  await page.keyboard.press('Control+z');
  await expect(editor(page)).toHaveText('Hello');
});

writing('a text that is too long for a letter is not said to be kept, and why', async ({ page, complaints }) => {
  complaints.expect(/status of 422/);
  await pastes(page, { 'text/plain': 'An error in line one. '.repeat(23_000) });
  await expect(page.getByRole('alert').getByText('The draft is not kept: it is too long')).toBeVisible();
  await clear(page);
  await expect(page.getByText('The draft is not kept')).toBeHidden();
});
