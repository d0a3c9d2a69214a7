import type { ReactNode } from 'react';
import type { Entity, Row } from '#contract/entity.ts';
import type { Self } from '../../api/self.ts';
import type { Glyph } from '../../ui/icon.tsx';
import type { EntityName } from './entity-names.ts';

/** What a cell may need beside its row. */
export type CellContext = { companyNames: ReadonlyMap<number, string> };

export type Column<R> = {
  /** Names it: `entities.{entity}.columns.{name}`. */
  readonly name: string;
  readonly cell: (row: R, context: CellContext) => ReactNode;
  /** The field behind the header's arrow. */
  readonly sort?: string;
  readonly isNumber?: boolean;
  readonly isDim?: boolean;
  /** On a phone a row has two lines: the first column, and below it these. The rest waits in the form. */
  readonly onPhone?: 'second' | 'end';
  readonly isShown?: (who: Self) => boolean;
};

export type FormField = {
  readonly name: string;
  readonly kind: 'text' | 'email' | 'phone' | 'address' | 'lines' | 'company' | 'colour';
  readonly isWide?: boolean;
  /** Asked once, when the thing is added. */
  readonly isOnlyNew?: boolean;
  /** Fills this field when another one was filled in and this one is empty. */
  readonly suggest?: { readonly from: string; readonly make: (value: string) => string };
};

/** What every row of a listed noun has. */
export type ListedRow = { readonly id: number; readonly updated: string };

/** One noun's list and form. What is not said here follows from the contract's entity. */
export type Declaration<R = ListedRow> = {
  readonly name: EntityName;
  readonly entity: Entity;
  readonly icon: Glyph;
  readonly section: 'customers' | 'administration';
  /** A field, with a minus in front for the largest first. */
  readonly defaultSort: string;
  readonly columns: readonly Column<R>[];
  /** What the search box reads. */
  readonly searched: (row: R) => string;
  readonly title: (row: R) => string;
  /** The company whose privileges count. */
  readonly companyOf: (row: R) => number;
  /** Without parts the noun has a form of its own. */
  readonly form: readonly { readonly part: 'main' | 'more'; readonly fields: readonly FormField[] }[];
  readonly mayCreate: (who: Self) => boolean;
};

/** Declares a noun with its rows typed by the contract. */
export function declare<E extends Entity>(entity: E, the: Omit<Declaration<Row<E>>, 'entity'>): Declaration {
  // Lists and forms handle every noun alike, and hand a declaration rows of its own entity only.
  return { ...the, entity } as unknown as Declaration;
}
