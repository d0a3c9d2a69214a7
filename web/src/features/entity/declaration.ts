import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Entity, Row } from '#contract/entity.ts';
import type { PrivilegeKey } from '#contract/privileges.ts';
import type { RowsQuery } from '../../api/rows.ts';
import type { Self } from '../../api/self.ts';
import type { FieldErrors } from '../../ui/form-problems.ts';
import type { Glyph } from '../../ui/icon.tsx';
import type { EntityName } from './entity-names.ts';
import type { FormField } from './form-field.ts';
import type { FormValues } from './form-values.ts';
import type { ListFilter } from './list-filter.ts';
import type { Segment } from './list-state.ts';

/** What a cell may need beside its row. */
export type CellContext = { companyNames: ReadonlyMap<number, string> };

type PhonePlace = 'top' | 'second' | 'after' | 'end';

export type Column<R> = {
  /** Names it: `entities.{entity}.columns.{name}`. */
  readonly name: string;
  readonly cell: (row: R, context: CellContext) => ReactNode;
  /** The field behind the header's arrow. */
  readonly sort?: string;
  readonly isNumber?: boolean;
  readonly isDim?: boolean;
  /**
   * On a phone a row has two lines: the first column, with `top` at its right end, and below it the others. What tells two
   * rows apart is among them; the rest waits in the form.
   */
  readonly onPhone?: PhonePlace | ((row: R) => PhonePlace | undefined);
  /** Not there at all for some people. */
  readonly isShown?: (who: Self) => boolean;
  /** Waits in the column chooser until somebody wants it. */
  readonly isOptional?: boolean;
};

/** What every row of a listed noun has. */
export type ListedRow = { readonly id: number; readonly updated: string };

export type FormPartOf = {
  /** Names it, `entities.{entity}.parts.{part}`, and is its hash: `/products/7/edit#mailbox`. */
  readonly part: string;
  readonly fields: readonly FormField[];
};

/** Does something with rows, and says what came of it. Answers whether it is done: not where it was let be or failed. */
export type Act = (rows: readonly ListedRow[]) => Promise<boolean>;

/**
 * What leads from one segment of a list to the other, where that is not disabling and restoring. Its words are
 * `entities.{entity}.{disable|restore}`.
 */
export type Turning = {
  readonly rights: { readonly disable: PrivilegeKey; readonly restore: PrivilegeKey };
  readonly useActs: () => { disable: Act; restore: Act };
};

/** How a new one comes to be, where it is not made but taken from what is there. */
export type Taking = {
  readonly rules: z.ZodObject;
  /** What was filled in; answers the id. */
  readonly take: (data: Record<string, unknown>) => Promise<number>;
  readonly problems: (error: unknown) => FieldErrors;
  /** Whether a row is still to be taken: it has no form of its own yet. */
  readonly isFree: (row: ListedRow) => boolean;
};

/** One noun's list and form. What is not said here follows from the contract's entity. */
export type Declaration<R = ListedRow> = {
  readonly name: EntityName;
  readonly entity: Entity;
  readonly icon: Glyph;
  readonly section: 'customers' | 'administration';
  /** A field, with a minus in front for the largest first. */
  readonly defaultSort: string;
  readonly columns: readonly Column<R>[];
  /** Chips above the list. */
  readonly filters: readonly ListFilter[];
  readonly title: (row: R) => string;
  /** What tells a row from every other one of the list. */
  readonly keyOf: (row: R) => string;
  /** After what a list is sorted by, where an id does not tell rows apart. */
  readonly sortAlso?: NonNullable<RowsQuery['sort']>;
  /** The company whose privileges count. */
  readonly companyOf: (row: R) => number;
  /** Without parts the noun has a form of its own. */
  readonly form: readonly FormPartOf[];
  /** A new one is made where tickets are listed, of what is seen there: adding one leads to them, and says so. */
  readonly isMadeAmongTickets?: boolean;
  /** Where the privilege alone does not decide who may change a row. */
  readonly mayChange?: (who: Self, row: R) => boolean;
  /** What each segment holds, where that is not what is in use and what is disabled. */
  readonly segments?: Readonly<Record<Segment, NonNullable<RowsQuery['conditions']>>>;
  readonly turning?: Turning;
  readonly taking?: Taking;
  /** What is wanted next, once one of these is there; without it, a look at what was made. */
  readonly leadsTo?: EntityName;
  /** What to do where the second segment is empty. */
  readonly whenNoneDisabled?: () => ReactNode;
  /** What is wrong with a change, where a rule looks at what is kept or at several fields. */
  readonly whatIsWrong?: (values: FormValues, row: R) => FieldErrors;
  /** What is sent along when the person, asked about a refusal, means it all the same; null when they do not. */
  readonly insist?: (error: unknown, who: Self) => Promise<Record<string, unknown> | null>;
  /** What a new one starts with, besides its company. */
  readonly start?: FormValues;
  /** In the menu of a row, above what leads to the other segment. */
  readonly menu?: (row: R) => ReactNode;
  /** At the right end of the form's bar, when the thing is there. */
  readonly actions?: (row: R) => ReactNode;
  /** Beside the form, when the thing is there. */
  readonly aside?: (row: R) => ReactNode;
};

/**
 * Declares a noun with its rows typed by the contract. Most nouns belong to the administration and to a company, and are
 * called in the address as in the contract.
 */
export function declare<E extends Entity>(
  entity: E,
  the: Pick<Declaration<Row<E>>, 'icon' | 'defaultSort' | 'columns' | 'title' | 'form'> &
    Partial<Declaration<Row<E>>> &
    (E['name'] extends EntityName ? unknown : { readonly name: EntityName }),
): Declaration {
  const usual = {
    name: entity.name,
    section: 'administration',
    filters: [],
    companyOf: (row: { company_id: number }) => row.company_id,
    keyOf: (row: { id: number }) => String(row.id),
  };
  // Lists and forms handle every noun alike, and hand a declaration rows of its own entity only.
  return { ...usual, ...the, entity } as unknown as Declaration;
}
