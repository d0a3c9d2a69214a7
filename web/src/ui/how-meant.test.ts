import { expect, test } from 'vitest';
import { howMeant } from './how-meant.ts';

const meant = (typed: string, names: string[]) => names.filter(howMeant(typed, names));

test('whoever types a name finds it in either layout, and by how it sounds', () => {
  const names = ['Ira Melnyk', 'Олексій Грищенко', 'Carriers'];
  for (const typed of ['ira', 'шкф', 'іра', ' IRA ']) expect(meant(typed, names), typed).toEqual(['Ira Melnyk']);
  for (const typed of ['олек', 'jktr', 'oleks']) expect(meant(typed, names), typed).toEqual(['Олексій Грищенко']);
  expect(meant('', names)).toEqual(names);
  expect(meant('nobody', names)).toEqual([]);
});

test('what fits as it was typed is never mixed with what would fit otherwise', () => {
  // 'ir' in the other layout is «шк».
  expect(meant('ir', ['Тарас Мішко', 'Ira Melnyk'])).toEqual(['Ira Melnyk']);
});
