/** How people write Ukrainian without its letters, as in passports; «г» and «ґ» are both 'h', as they are mixed up. */
const latin: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'h',
    ґ: 'h',
    д: 'd',
    е: 'e',
    є: 'ie',
    ж: 'zh',
    з: 'z',
    и: 'y',
    і: 'i',
    ї: 'i',
    й: 'i',
  },
  ...{ к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts' },
  ...{ ч: 'ch', ш: 'sh', щ: 'shch', ь: '', ю: 'iu', я: 'ia', '’': '', "'": '', g: 'h' },
};

/** By how it sounds: «теги» and 'tehy', and what was meant by 'tegy', are the same. */
export const inLatinLetters = (text: string): string =>
  [...text.toLowerCase()].map((letter) => latin[letter] ?? letter).join('');
