export type Statement = { text: string; values: readonly unknown[]; name?: string };

/** A call without walls: a page that PostgreSQL writes as JSON, or statements of one transaction. */
export type BareCall =
  | { readonly page: Statement & { values: unknown[] }; readonly entity: string }
  | { readonly statements: readonly Statement[]; readonly isRead: boolean };
