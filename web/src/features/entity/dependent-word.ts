import i18next from 'i18next';

/** What depends on a row, by one of its entity's `dependents`, and how many: `declarations.test.ts` knows that there are words. */
export const dependentWord = (name: string, count: number): string =>
  i18next.t(`dependents.${name}` as 'dependents.tickets', { count });
