import type { ReactNode } from 'react';
import type { TemplateVariable } from '#contract/template-variables.ts';
import type { FieldErrors } from '../../ui/form-problems.ts';
import type { Reference } from '../../ui/offered/reference.ts';
import type { Held } from '../../ui/use-saved-form.ts';
import type { FormValues } from './form-values.ts';

type Plain = { readonly kind: 'text' | 'email' | 'phone' | 'address' | 'lines' | 'company' | 'colour' | 'flag' };
type NumberOf = { readonly kind: 'number'; readonly min?: number; readonly max?: number };
/** Named by `entities.{entity}.choices.{field}.{value}`. */
type Choice = { readonly kind: 'choice'; readonly values: readonly string[] };
type Referring = { readonly kind: 'reference' | 'references'; readonly to: Reference };
/** A picture: `upload` answers what the field holds then, `address` where that can be looked at. */
type Image = {
  readonly kind: 'image';
  readonly upload: (file: Blob, values: FormValues, rowId: number | null) => Promise<string>;
  readonly address: (value: string) => string;
  /** The person chooses the square that is kept. */
  readonly isCropped?: boolean;
};
/** Formatted text, as HTML, into which these variables can be put. */
type Rich = { readonly kind: 'rich'; readonly variables?: readonly TemplateVariable[] };
/** A part that is a component of its own, with any value that JSON can hold. */
type Custom = {
  readonly kind: 'custom';
  readonly render: (props: CustomFieldProps) => ReactNode;
  /** Its value to be read, where two people changed it. */
  readonly show?: (value: unknown) => ReactNode;
};

export type CustomFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Says what of its value is still to come, so that nothing is saved without it. */
  readonly hold: (what: Held | null) => void;
  readonly error: ReactNode;
  /** What is wrong inside its value, by the path from there: `en.subject`. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly values: FormValues;
  /** Shows what is wrong with fields of the form, by their names, where it was found out before anything is saved. */
  readonly refuse: (errors: FieldErrors) => void;
  /** As it is kept; null: a new one. */
  readonly row: { readonly id: number; readonly company_id?: number } | null;
  readonly isReadOnly: boolean;
};

export type FormField = {
  readonly name: string;
  readonly isWide?: boolean;
  /** Asked once, when the thing is added. */
  readonly isOnlyNew?: boolean;
  /** Asked when the thing is there. */
  readonly isOnlyEdit?: boolean;
  /** Wanted of a new one while this holds, though the contract can do without. */
  readonly isDue?: (values: FormValues) => boolean;
  /** Shown while this holds of what is filled in. */
  readonly isShown?: (values: FormValues) => boolean;
  /** While it is shown, that field and this one say nothing without each other: where one was changed both are sent. */
  readonly saidWith?: string;
  /** Fills this field when another one was filled in and this one is empty. */
  readonly suggest?: { readonly from: string; readonly make: (value: string) => string };
} & (Plain | NumberOf | Choice | Referring | Image | Rich | Custom);
