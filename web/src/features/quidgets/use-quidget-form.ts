import type { UseFormReturnType } from '@mantine/form';
import type { QuidgetValues } from './quidget-values.ts';

/** What the parts of the editor are handed. */
export type QuidgetForm = {
  readonly form: UseFormReturnType<QuidgetValues>;
  readonly isReadOnly: boolean;
  /** What may be chosen, by id. */
  readonly names: ReadonlyMap<string, string>;
};
