import { type CsvSeparator, csvLine } from '#contract/csv-line.ts';

/** Somebody who worked in a company that was imported; one of an earlier Parley says no role. */
export type PersonWhoWorked = {
  readonly name: string;
  readonly email: string;
  readonly role?: string;
  readonly teams?: readonly string[];
};

/** As the import of people reads it: each is invited by name, in their role, to their teams. Begins with the mark by which Excel knows UTF-8. */
export const peopleTable = (people: readonly PersonWhoWorked[], separator: CsvSeparator): string =>
  `\uFEFF${[
    ['name', 'email', 'role', 'teams'],
    ...people.map(({ name, email, role = '', teams = [] }) => [name, email, role, teams.join(', ')]),
  ]
    .map((cells) => csvLine(cells, separator))
    .join('')}`;
