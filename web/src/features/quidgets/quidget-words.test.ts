import { describe, expect, test } from 'vitest';
import {
  askedHow,
  consentKinds,
  launcherShapes,
  pageRules,
  quidgetLanguages,
  quidgetSchemes,
} from '#contract/quidget-settings.ts';
import { installationFindings } from '#contract/quidgets.ts';
import { speakInTests } from '../../i18n/speak-in-tests.ts';
import { allFields, checkValues, newQuidget, settingsOf, tidyDomains } from './quidget-values.ts';
import { choiceWord, fieldWord, findingWords } from './quidget-words.ts';

await speakInTests();

const choices: Record<string, readonly string[]> = {
  ...{ shape: launcherShapes, scheme: quidgetSchemes, asked: askedHow, consent: consentKinds, page_rule: pageRules },
  language: ['auto', ...quidgetLanguages],
  position: ['left', 'right'],
};

test('every field and every choice of the editor has words', () => {
  const wordless = (text: string) => /quidget\.[a-z_]/.test(text);
  expect(allFields.filter((field) => wordless(fieldWord(field)))).toEqual([]);
  const found = installationFindings.flatMap((key) => Object.values(findingWords(key, {})));
  expect(found.filter(wordless)).toEqual([]);
  const all = Object.entries(choices).flatMap(([setting, values]) => values.map((value) => choiceWord(setting, value)));
  expect(all.filter(wordless)).toEqual([]);
});

describe('what is typed', () => {
  const good = { ...newQuidget({ id: 1, color: '#0b6b60' }, 'Lumen & Oak'), name: 'Shop chat' };

  test('is checked by the contract, and told under its own field', () => {
    expect(checkValues(good, true)).toEqual({});
    const wrong = {
      ...good,
      'texts/ua/greeting': 'а'.repeat(81),
      'look/offset_x_px': '',
      'behaviour/page_rule': 'only',
      'behaviour/pages': '/shop/*\nshop',
      'form/offline/email': 'optional',
      allowed_domains: 'shop.example\n127.0.0.1',
    };
    expect(Object.keys(checkValues(wrong, false)).sort()).toEqual([
      'allowed_domains',
      'behaviour/pages',
      'form/offline/email',
      'look/offset_x_px',
      'texts/ua/greeting',
    ]);
    expect(checkValues(wrong, false).allowed_domains).toContain('127.0.0.1');
    // Where it is everywhere nobody sees its pages: what is wrong with them holds nothing up.
    const everywhere = { ...good, 'behaviour/page_rule': 'everywhere', 'behaviour/pages': '/shop/*\nshop' };
    expect(checkValues(everywhere, false)).toEqual({});
    expect(settingsOf(everywhere)).toMatchObject({ behaviour: { pages: ['/shop/*'] } });
  });

  test('as an address of a page becomes its domain', () => {
    expect(tidyDomains('https://Shop.Example/table?a=1\n*.shop.example, shop.example; other.example\nno_domain')).toBe(
      'shop.example\n*.shop.example\nother.example\nno_domain',
    );
  });

  test('as pages that it shall be on alone names at least one', () => {
    expect(checkValues({ ...good, 'behaviour/page_rule': 'only', 'behaviour/pages': ' \n' }, false)).toEqual({
      'behaviour/pages': 'This field is required',
    });
    expect(checkValues({ ...good, 'behaviour/page_rule': 'except' }, false)).toEqual({});
  });
});
