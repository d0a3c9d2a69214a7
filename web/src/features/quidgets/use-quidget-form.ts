import type { UseFormReturnType } from '@mantine/form';
import type { QuidgetValues } from './quidget-values.ts';

/** What the parts of the editor are handed. */
export type QuidgetForm = {
  readonly form: UseFormReturnType<QuidgetValues>;
  readonly isReadOnly: boolean;
  /** Whose products, calendars and people may be chosen; null: it is not known yet. */
  readonly companyId: number | null;
};
