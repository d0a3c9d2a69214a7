import type { Page } from '@playwright/test';

export type Layout = 'English' | 'Ukrainian';

/** What the keys of a Ukrainian layout write: their place is the same, the letter another. */
const ukrainian = Object.fromEntries(
  [...'QWERTYUIOPASDFGHJKLZXCVBNM'].map((letter, i) => [`Key${letter}`, [...'йцукенгшщзфівапролдячсмить'][i] ?? '']),
);

/** Presses a key by its place, as `KeyJ` or `Shift+Digit3`, on a keyboard of that layout. */
export async function inLayout(page: Page, layout: Layout, key: string): Promise<void> {
  const letter = ukrainian[key];
  if (layout === 'English' || letter === undefined) return page.keyboard.press(key);
  const session = await page.context().newCDPSession(page);
  const pressed = { code: key, key: letter, windowsVirtualKeyCode: key.charCodeAt(3) };
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, ...pressed });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  await session.detach();
}
