import { type CsvSeparator, csvLine } from '#contract/csv-line.ts';

/** Somebody who worked in a company that was imported; one of an earlier Parley says no role, or no scope. */
export type PersonWhoWorked = {
  readonly name: string;
  readonly email: string;
  readonly role?: string;
  readonly scope?: string;
  readonly teams?: readonly string[];
};

/** As the import of people reads it: each is invited by name, in their role, to their teams, and sees what they saw. Begins with the mark by which Excel knows UTF-8. */
export const peopleTable = (people: readonly PersonWhoWorked[], separator: CsvSeparator): string =>
  `\uFEFF${[
    ['name', 'email', 'role', 'teams', 'scope'],
    ...people.map(({ name, email, role = '', teams = [], scope = '' }) => [name, email, role, teams.join(', '), scope]),
  ]
    .map((cells) => csvLine(cells, separator))
    .join('')}`;
