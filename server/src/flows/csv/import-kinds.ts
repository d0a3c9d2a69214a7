import type { CsvEntity } from '#contract/csv.ts';
import { readNumber } from '#domain/phones/index.ts';
import { type Sql, sql } from '#platform/sql.ts';

/** How an import knows again what is there already. */
export type ImportKind = {
  /** What a row is recognised by; undefined: nothing. No two rows of a file may share it. */
  readonly keyOf: (values: Record<string, unknown>) => string | undefined;
  /** All that it could be recognised by, where that is more. */
  readonly keysOf?: (values: Record<string, unknown>) => readonly string[];
  /** `select key, id, is_deleted …` of rows with these keys, in this company, for this person. */
  readonly find: (companyId: number, keys: readonly string[], userId: number) => Sql;
  /** Rows that are new come in. */
  readonly creates: boolean;
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.toLowerCase() : undefined);
const digitsOf = (phone: string): string => phone.replace(/[^0-9+]/g, '');

/** Of a customer; by the first of them a row knows its card. */
const addressAndNumber = ({ email, phone }: Record<string, unknown>): string[] =>
  // What is no number is told to be none, in its own column.
  [textOf(email), typeof phone === 'string' ? keyOfNumber(phone) : undefined].filter((key) => key !== undefined);

/** As customers are known by it: with its country also where a spreadsheet has eaten the plus. */
const keyOfNumber = (phone: string): string | undefined =>
  readNumber(phone)?.e164 ?? (digitsOf(phone) || textOf(phone.trim()));

/** By its name alone. */
const byName = (values: Record<string, unknown>) => textOf(values.name);

export const importKinds: Readonly<Record<Exclude<CsvEntity, 'users'>, ImportKind>> = {
  customers: {
    creates: true,
    keyOf: (values) => addressAndNumber(values)[0],
    keysOf: addressAndNumber,
    // An address and a number with its country are looked for among all that a customer was ever known by; one that stays on
    // the card of whoever was merged means whoever they became.
    find: (companyId, keys) => sql`
      select i.value as key, c.id, c.is_deleted from customer_identities i join customers c on c.id = i.customer_id
      where i.company_id = ${companyId} and i.kind in ('email', 'phone') and i.value = any (${keys}::text[])
      union
      select regexp_replace(c.phone, '[^0-9+]', '', 'g'), o.id, o.is_deleted
      from customers c join customers o on o.id = coalesce(c.merged_into, c.id)
      where c.company_id = ${companyId} and c.phone is not null and regexp_replace(c.phone, '[^0-9+]', '', 'g') = any (${keys}::text[])`,
  },
  tags: {
    creates: true,
    keyOf: byName,
    find: (companyId, keys) =>
      sql`select lower(name) as key, id, is_deleted from tags where company_id = ${companyId} and is_deleted = 0 and lower(name) = any (${keys}::text[])`,
  },
  templates: {
    creates: true,
    keyOf: byName,
    // What others keep to themselves is not there.
    find: (companyId, keys, userId) =>
      sql`select lower(name) as key, id, is_deleted from templates where company_id = ${companyId} and is_deleted = 0
            and (visibility <> 'personal' or owner_id = ${userId}) and lower(name) = any (${keys}::text[])`,
  },
  'product-call-phones': {
    // What else comes of a number than being named and given to a product: phone-rows.ts.
    creates: false,
    keyOf: ({ phone_number }) =>
      typeof phone_number === 'string'
        ? // What is no number is told to be none, in its own column.
          (readNumber(phone_number)?.e164 ?? (digitsOf(phone_number) || phone_number.trim() || undefined))
        : undefined,
    find: (companyId, keys) =>
      sql`select phone_number as key, id, is_deleted from phones where company_id = ${companyId} and phone_number = any (${keys}::text[])`,
  },
};
