import type { Declaration } from '../declaration.ts';
import type { EntityName } from '../entity-names.ts';

const found = import.meta.glob<Declaration>('./*.tsx', { eager: true, import: 'declaration' });

/** Every noun with a list and a form: each is declared in a file of its own, and found by being in this folder. */
export const declarations = Object.fromEntries(Object.values(found).map((one) => [one.name, one])) as Record<
  EntityName,
  Declaration
>;
