import { expect, test } from 'vitest';
import { createBrands } from '#platform/brands/brands.ts';
import { type About, notificationLetter } from './notification-letter.ts';

const settings = { name: 'Acme Desk', colour: '#0b6b60', logo: undefined, mailFrom: 'desk@lumenoak.test' };
const { main: brand } = createBrands({ main: settings, local: settings, localHosts: [], warn: () => {} });
const ira = { name: 'Ira', address: 'ira@lumenoak.test', language: 'en' } as const;
const house = 'https://desk.lumenoak.test';
const desk = `${house}/v1/tickets`;
const about = (id: number, more: Partial<About> = {}): About => ({
  ...{ kind: 'customer_replied', who: 'Hanna', number: `LO-${id}`, title: `Table ${id}`, url: `${desk}/${id}` },
  isTicket: true,
  ...more,
});

test('one thing is a letter about its ticket, also when it happened twice', () => {
  const letter = notificationLetter(brand, ira, [about(1)], house);
  expect(letter.subject).toBe('Hanna replied in LO-1: Table 1');
  expect(letter.text).toContain(`${desk}/1`);
  expect(notificationLetter(brand, ira, [about(1), about(1)], house).subject).toBe('Hanna replied in LO-1: Table 1');
});

test('a letter that has no ticket yet is called one', () => {
  const held = about(1, { kind: 'letter_held', number: '', isTicket: false, url: `${house}/v1/compose?letter=b7d1` });
  const letter = notificationLetter(brand, ira, [held], house);
  expect(letter.subject).toBe('The letter to Hanna has not left: it waits for you: Table 1');
  expect(letter.text).toContain('Open the letter');
  expect(letter.text).toContain(held.url);
});

test('of a company that is reached from its offices alone, neither who wrote nor about what is in a letter', () => {
  for (const all of [[about(1, { title: null })], [about(1, { title: null }), about(2, { title: null })]] as const) {
    const letter = notificationLetter(brand, ira, all as readonly [About, ...About[]], house);
    expect(letter.text).toContain('LO-1');
    expect(`${letter.subject} ${letter.text} ${letter.html}`).not.toMatch(/Hanna|Table|null/);
  }
});

test('many things are a list, each with the way to its ticket', () => {
  const letter = notificationLetter(brand, ira, [about(1), about(2), about(2)], house);
  expect(letter.subject).toBe('3 updates on your tickets');
  expect(letter.text).toContain(
    `Hanna replied in LO-1: Table 1\n${desk}/1\n\nHanna replied in LO-2: Table 2 (2)\n${desk}/2`,
  );
  expect(letter.html).toContain(`<a href="${desk}/1"`);
  const all = Array.from({ length: 60 }, (_, i) => about(i)) as [About, ...About[]];
  const long = notificationLetter(brand, { ...ira, language: 'ua' }, all, house);
  expect(long.subject).toBe('Новини у ваших зверненнях: 60');
  expect(long.text).toContain('І ще 40 у Acme Desk.');
  expect(long.text).toContain('Відкрити Acme Desk:');
  expect(long.text).not.toContain('LO-20:');
});

test('whoever wants fewer letters is led to where that is chosen, in their language, which the letter names', () => {
  const choice = `${house}/v1/settings#notifications`;
  for (const all of [[about(1)], [about(1), about(2)]] as const)
    for (const [language, words] of [
      ['en', 'Choose what is told, and how'],
      ['ua', 'Вибрати, про що і як сповіщати'],
    ] as const) {
      const letter = notificationLetter(brand, { ...ira, language }, all, house);
      expect(letter.text).toContain(`${words}:\n${choice}`);
      expect(letter.html).toContain(`<html lang="${language === 'ua' ? 'uk' : 'en'}">`);
      // Many of them come without anybody having chosen anything.
      expect(letter.text).not.toMatch(/you chose|так налаштували/);
      expect(letter.html).toMatch(new RegExp(`<a href="${choice}"[^>]*>${words}</a>`));
    }
});

test('A23 what customers call themselves stands in letters as text, and on one line of the subject', () => {
  const who = '<img src=x onerror=alert(1)>';
  const title = `${who}\r\nBcc: evil@evil.test`;
  for (const all of [[about(1, { who, title })], [about(1, { who, title }), about(2, { who, title })]] as const) {
    const letter = notificationLetter(brand, ira, all, house);
    expect(letter.subject).not.toMatch(/[\r\n]/);
    expect(letter.html).not.toContain('<img');
    expect(letter.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  }
});
