import { parseSync } from 'vite';

type Words = Readonly<Record<string, unknown>>;
type Source = readonly [file: string, text: string];
/** `mayBeNone`: not every noun has words of this kind. */
type Use = { pattern: RegExp; where: string; mayBeNone: boolean };

const plural = /_(zero|one|two|few|many|other)$/;
/** The forms that Intl.PluralRules knows for whole numbers, and the one for fractions. */
const forms = { en: ['one', 'other'], uk: ['one', 'few', 'many', 'other'] } as const;

/** Beginnings of Ukrainian words that say the same as another, and that one: one word per thing. */
const secondWords: readonly (readonly [second: string, first: string])[] = [
  ['заяв(?:к|ок)', 'звернення'],
  ['пап(?:к|ок|ц)', 'тека'],
  ['провайдер', 'постачальник'],
  ['адмініструван', 'Керування'],
  ['робоч\\p{L}+ (?:ст[оі]л|місц)', 'програма'],
  ['підключ', 'під’єднати'],
  ['адресат', 'отримувач'],
  ['очіку', 'чекати'],
  ['акаунт', 'обліковий запис'],
  ['сесі[яїюй]', 'сеанс'],
  ['ящик', 'скринька'],
  ['редагу', 'змінити'],
  ['установк', 'інсталяція'],
];

/** Everything that is wrong with the words of the desk and their use, in words; for the check. */
export function wordProblems(the: { en: Words; uk: Words; sources: readonly Source[]; refusals: readonly string[] }) {
  const english = flat(the.en);
  const ukrainian = flat(the.uk);
  const counted = countedOf(english);
  const baseOf = (key: string) => (counted.has(key.replace(plural, '')) ? key.replace(plural, '') : key);
  const keysOf = (words: ReadonlyMap<string, string>) => new Set([...words.keys()].map(baseOf));
  const all = keysOf(english);
  const uses = usesOf(the.sources);
  return [
    ...[...all].filter((key) => !keysOf(ukrainian).has(key)).map((key) => `uk.json lacks ${key}`),
    ...[...keysOf(ukrainian)].filter((key) => !all.has(key)).map((key) => `en.json lacks ${key}`),
    ...pluralProblems('en', english, counted),
    ...pluralProblems('uk', ukrainian, counted),
    ...blankProblems(english, (key) => english.get(key) ?? english.get(`${baseOf(key)}_other`)),
    ...blankProblems(ukrainian, (key) => originalOf(key, english, baseOf)),
    ...[...english, ...ukrainian].filter(([, text]) => text.trim() === '').map(([key]) => `${key} is empty`),
    ...[...ukrainian]
      .filter(([, text]) => isEnglish(text))
      .map(([key, text]) => `uk.json has English at ${key}: ${text}`),
    ...[...english]
      .filter(([, text]) => /\p{Script=Cyrillic}/u.test(text) && text !== 'Українська')
      .map(([key]) => `en.json has Ukrainian at ${key}`),
    ...[...english, ...ukrainian]
      .filter(([, text]) => /\bParley\b/.test(text))
      .map(([key]) => `${key} names Parley, where the brand stands: {{brand}}`),
    ...[...ukrainian].flatMap(([key, text]) =>
      secondWords
        .filter(([second]) => new RegExp(`(?<!\\p{L})${second}`, 'iu').test(text))
        .map(([, first]) => `uk.json has a second word at ${key}, where ours is ${first}: ${text}`),
    ),
    ...the.refusals.filter((key) => !all.has(key)).map((key) => `${key} has no words`),
    ...uses
      .filter(({ pattern, mayBeNone }) => !mayBeNone && ![...all].some((key) => pattern.test(key)))
      .map(({ where }) => `no such words: ${where}`),
    ...[...all].filter((key) => !uses.some(({ pattern }) => pattern.test(key))).map((key) => `nothing uses ${key}`),
    ...the.sources.filter(([file]) => file.endsWith('.tsx')).flatMap(hardCodedWords),
  ];
}

/** The words that have forms by number: two of them, or one that says the number. */
function countedOf(words: ReadonlyMap<string, string>): Set<string> {
  const bases = [...words.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, ''));
  const saysNumber = (base: string) =>
    [...words].some(([key, text]) => key.startsWith(`${base}_`) && plural.test(key) && text.includes('{{count}}'));
  return new Set(bases.filter((base, index) => bases.indexOf(base) !== index || saysNumber(base)));
}

function pluralProblems(
  language: keyof typeof forms,
  words: ReadonlyMap<string, string>,
  counted: ReadonlySet<string>,
) {
  const wanted: readonly string[] = forms[language];
  return [...counted].flatMap((key) => [
    ...wanted.filter((form) => !words.has(`${key}_${form}`)).map((form) => `${language}.json lacks ${key}_${form}`),
    ...['zero', 'one', 'two', 'few', 'many', 'other']
      .filter((form) => !wanted.includes(form) && words.has(`${key}_${form}`))
      .map((form) => `${language}.json has ${key}_${form}, a form that its language does not know`),
  ]);
}

/** English has "one" for 1 alone, where the number need not be said; in Ukrainian 21 is "one" as well. */
function originalOf(key: string, english: ReadonlyMap<string, string>, baseOf: (key: string) => string) {
  const same = english.get(key);
  const isSaidByItself = key.endsWith('_one') && same !== undefined && blanks(same).length === 0;
  return isSaidByItself ? english.get(`${baseOf(key)}_other`) : (same ?? english.get(`${baseOf(key)}_other`));
}

/** What is filled in, and what is marked, is the same in every language and every form. */
function blankProblems(words: ReadonlyMap<string, string>, originalTo: (key: string) => string | undefined) {
  return [...words].flatMap(([key, text]) => {
    const original = originalTo(key);
    return original === undefined || blanks(text).join() === blanks(original).join()
      ? []
      : [`${key} fills in ${blanks(text).join(' ') || 'nothing'} where the original has ${blanks(original).join(' ')}`];
  });
}

/** Every `t('…')`, `` t(`…${}…`) ``, `` word(`…${}…`) `` and `i18nKey="…"` of the sources; what is put in at run time matches anything. */
function usesOf(sources: readonly Source[]): Use[] {
  return sources.flatMap(([file, text]) => {
    const calls = text.matchAll(
      /(?:\bt\(|i18nKey=\{?|\bkey: |Key: )\s*(?:'([a-z_]+\.[^'\n]+)'|"([a-z_]+\.[^"\n]+)"|`([a-z_]+\.[^`]+)`)/g,
    );
    const either = text.matchAll(/\?\s*'([a-z_]+\.[a-zA-Z_.]+)'\s*:\s*'([a-z_]+\.[a-zA-Z_.]+)'/g);
    const keys = [...calls].map(([, single, double, template]) => single ?? double ?? template ?? '');
    for (const [, yes, no] of either) keys.push(yes ?? '', no ?? '');
    const words = [...text.matchAll(/\bword\(\s*`([a-z_]+\.[^`]+)`/g)].map(([, template]) => template ?? '');
    const use = (mayBeNone: boolean) => (key: string) => ({
      pattern: patternOf(key),
      where: `${file}: ${key}`,
      mayBeNone,
    });
    return [...keys.map(use(false)), ...words.map(use(true))];
  });
}

function patternOf(key: string): RegExp {
  const parts = key.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('[\\w.-]+')}$`);
}

/** What people read or hear of an element. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
]);
const worded = new Set([...spoken, 'description', 'error', 'label', 'nothingFoundMessage', 'placeholder', 'title']);

type Node = { type: string; [name: string]: unknown };

/** Text that stands in the code in place of the words: between tags, or in an attribute that is read out or shown. */
function hardCodedWords([file, text]: Source): string[] {
  const found: string[] = [];
  const tell = (words: unknown) => {
    if (typeof words === 'string' && /\p{L}{2}/u.test(withoutNames(words)))
      found.push(`${file} says '${words.trim()}' by itself`);
  };
  const shown = (node: unknown) => {
    if (!isNode(node)) return;
    if (node.type === 'Literal') tell(node.value);
    if (node.type === 'TemplateLiteral') {
      for (const part of node.quasis as { value: { cooked: string } }[]) tell(part.value.cooked);
    }
    if (node.type === 'ConditionalExpression') for (const one of [node.consequent, node.alternate]) shown(one);
    if (node.type === 'LogicalExpression') for (const one of [node.left, node.right]) shown(one);
    if (node.type === 'JSXExpressionContainer' || node.type === 'ParenthesizedExpression') shown(node.expression);
  };
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one);
    if (!isNode(node)) return;
    if (node.type === 'JSXText') tell(node.value);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const one of node.children as unknown[]) shown(one);
    if (node.type === 'JSXAttribute' && worded.has(String((node.name as Node).name))) shown(node.value);
    for (const one of Object.values(node)) walk(one);
  };
  walk(parseSync(file, text).program);
  return found;
}

const isNode = (one: unknown): one is Node => typeof one === 'object' && one !== null && 'type' in one;

/** Names that are the same in every language. */
const names =
  /\b(?:IMAP|SMTP|OAuth|OpenID|OpenAI|Anthropic|Gmail|Outlook|Yahoo|iCloud|Hotmail|Google|Microsoft|Authenticator|English|Enter|Ctrl|Shift|Esc|Markdown|CSV|INBOX|STARTTLS|TLS|SSL|CIDR|IPv[46]|https?|Tab|Alt|Telegram|Viber|WhatsApp)\b/gi;

/** No Cyrillic letter, and a word that is no name. */
function isEnglish(text: string): boolean {
  const words = withoutNames(text.replace(/\{\{[^}]*\}\}|<[^>]*>/g, ' '));
  return !/\p{Script=Cyrillic}/u.test(words) && /\p{Script=Latin}{4}/u.test(words);
}

/** Nor are addresses, and case numbers as an example of them, words of a language. */
const withoutNames = (text: string): string =>
  text.replace(/\S*(?:@|:\/\/|\.\w|[A-Z]-\d)\S*/g, ' ').replace(names, ' ');

function blanks(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([\w]+)[^}]*\}\}|<\/?(\w+)>/g)].map(([whole]) => whole).sort();
}

function flat(words: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([name, value]) =>
      typeof value === 'string' ? [[prefix + name, value]] : [...flat(value as object, `${prefix}${name}.`)],
    ),
  );
}
