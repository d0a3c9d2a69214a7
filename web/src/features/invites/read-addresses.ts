import { personName } from '#contract/registration.ts';

export type Invited = { email: string; name?: string };

/**
 * Whom somebody pasted: one a line, or with commas and semicolons between them, as `Ira Melnyk <ira@shop.test>`,
 * `"Melnyk, Ira" <ira@shop.test>` or bare. What holds no address is kept as it is, so that it can be told; each address
 * comes once, with the name that is given with it.
 */
export function readAddresses(text: string): Invited[] {
  const found = new Map<string, Invited>();
  for (const one of text.split(/[\n;]+/).flatMap(peopleOf)) {
    const key = one.email.toLowerCase();
    found.set(key, { ...found.get(key), ...one });
  }
  return [...found.values()];
}

function peopleOf(line: string): Invited[] {
  // `Melnyk, Ira <ira@shop.test>`, as Outlook copies it: what stands before the only address is a name.
  const [, before = '', only] = /^([^@<>]*)<([^<>]*)>\s*$/.exec(line) ?? [];
  if (only !== undefined) return named(before, only);
  return partsOf(line).flatMap((part) => {
    const [, name = '', inBrackets] = /^([^<]*)<([^<>]*)>/.exec(part) ?? [];
    if (inBrackets !== undefined) return named(name, inBrackets);
    const words = part.trim().split(/\s+/).filter(Boolean);
    const addresses = words.filter((word) => word.includes('@'));
    if (addresses.length > 0) return addresses.map((email) => ({ email }));
    return words.length > 0 ? [{ email: words.join(' ') }] : [];
  });
}

/** What commas part, but for those within quotes. */
const partsOf = (line: string): string[] => line.match(/(?:"[^"]*"|[^,"]|")+/g) ?? [];

function named(before: string, address: string): Invited[] {
  const email = address.trim();
  if (email === '') return [];
  const [last = '', first = '', ...more] = before
    .trim()
    .replace(/^"(.*)"$|^'(.*)'$/, '$1$2')
    .replaceAll('\\', '')
    .split(',')
    .map((word) => word.trim());
  const name = more.length > 0 || first === '' ? last : `${first} ${last}`;
  // A name that no account can have is left to whoever comes.
  return personName.safeParse(name).success ? [{ email, name }] : [{ email }];
}
