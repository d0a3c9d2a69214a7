import { violationsOf } from './support/axe.ts';
import { expect, test } from './support/story.ts';

const second = 8000;

test('a voice note is heard in the thread, and what cannot be played says so', async ({ page, shop }) => {
  const { id } = await shop.receivesTicket({
    from: 'Ida Holm <ida@customers.test>',
    subject: 'Listen to this hinge',
    attachments: [
      { filename: 'hinge.wav', content: aTone(20), contentType: 'audio/x-wav' },
      { filename: 'broken.mp3', content: Buffer.from('this is no sound'), contentType: 'audio/mpeg' },
    ],
  });
  await shop.signIn(page.context());
  await page.goto(`/v1/tickets/${id}`);
  const files = page.getByRole('list', { name: 'Attachments' });
  const note = files.getByRole('listitem').filter({ hasText: 'hinge.wav' });
  await expect(note).toContainText('0:00 / 0:20');
  const broken = files.getByRole('listitem').filter({ hasText: 'broken.mp3' });
  await expect(broken).toContainText('This browser cannot play it. It can be downloaded.');
  await expect(broken.getByRole('link', { name: 'Download broken.mp3' })).toHaveAttribute('href', /files\/\d+$/);

  const place = note.getByRole('slider', { name: 'Position in hinge.wav' });
  await place.focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await expect(note).toContainText('0:05 / 0:20');
  await note.getByRole('button', { name: 'Play hinge.wav' }).press('Enter');
  await expect(note.getByRole('button', { name: 'Pause hinge.wav' })).toBeVisible();
  await expect(note).toContainText('0:06 / 0:20');
  const speed = note.getByRole('button', { name: /^Speed/ });
  await speed.press('Enter');
  await speed.press('Enter');
  await expect(speed).toHaveAccessibleName('Speed: 2×');
  await note.getByRole('button', { name: 'Pause hinge.wav' }).press('Space');
  await expect(note.getByRole('button', { name: 'Play hinge.wav' })).toBeVisible();
  if (process.env.SHOTS)
    for (const [name, width, height, colorScheme] of [
      ['el', 1440, 900, 'light'],
      ['ed', 1440, 900, 'dark'],
      ['ped', 390, 844, 'dark'],
      ['pel', 390, 844, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.SHOTS}/voice-${name}.png` });
    }
  expect(await violationsOf(page, { notIn: 'iframe' })).toEqual([]);
});

test('a voice note that cannot be fetched without a network is not broken, and is there with it', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.expect(/net::ERR_FAILED|WebSocket/);
  const attachments = [{ filename: 'hinge.wav', content: aTone(20), contentType: 'audio/x-wav' }];
  const { id } = await shop.receivesTicket({ subject: 'Listen to this hinge', attachments });
  await shop.signIn(page.context());
  let isThere = false;
  await page.routeWebSocket(/\/v1\/ws/, (desk) => {
    if (isThere) desk.connectToServer();
    else void desk.close();
  });
  const given: string[] = [];
  await page.route(/\/files\/\d+\?inline=1$/, async (route) => {
    if (isThere) return route.continue();
    given.push(route.request().url());
    return route.abort();
  });
  await page.goto(`/v1/tickets/${id}`);
  const files = page.getByRole('list', { name: 'Attachments' });
  const note = files.getByRole('listitem').filter({ hasText: 'hinge.wav' });
  await expect(page.getByText('Files are not kept on this device')).toBeVisible();
  await expect.poll(() => given.length).toBeGreaterThan(0);
  await expect(note).not.toContainText('cannot play');
  isThere = true;
  await expect(note).toContainText('0:00 / 0:20', { timeout: 20_000 });
});

test('who thinks better of it before a slow voice note has begun breaks nothing', async ({ page, shop }) => {
  const attachments = [{ filename: 'hinge.wav', content: aTone(20), contentType: 'audio/x-wav' }];
  const { id } = await shop.receivesTicket({ subject: 'Listen to this hinge', attachments });
  await shop.signIn(page.context());
  const slow = Promise.withResolvers<void>();
  await page.route(/\/files\/\d+\?inline=1$/, (route) => slow.promise.then(() => route.continue()));
  await page.goto(`/v1/tickets/${id}`);
  const note = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem').filter({ hasText: 'hinge.wav' });
  await note.getByRole('button', { name: 'Play hinge.wav' }).click();
  await note.getByRole('button', { name: 'Pause hinge.wav' }).click();
  await expect(note.getByRole('button', { name: 'Play hinge.wav' })).toBeVisible();
  slow.resolve();
  await expect(note).toContainText('0:00 / 0:20');
  await note.getByRole('button', { name: 'Play hinge.wav' }).click();
  await expect(note).toContainText('0:01 / 0:20');
});

/** So many seconds of PCM, 8 bits and 8000 of them a second, as RIFF has it. */
function aTone(seconds: number): Buffer {
  const samples = Buffer.from(Array.from({ length: seconds * second }, (_, i) => 128 + (i % 16) * 4));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(second, 24);
  head.writeUInt32LE(second, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
