import type { Transactions, Tx } from './database.ts';
import { sql } from './sql.ts';

/** A transaction as a part of it may have it: it ends with the whole, whoever has asked all that they have to ask. */
export const withoutEnd = (tx: Tx): Tx => ({ ...tx, askedAll() {} });

/**
 * Lets what would be a transaction of its own be a part of this one: it may fail alone, and is true when the whole is. It
 * touches what the whole may touch, whatever it asks for.
 */
export const partOf = (tx: Tx): Transactions => ({
  async transaction(_scope, work) {
    await tx.run(sql`savepoint part`);
    try {
      const result = await work(withoutEnd(tx));
      await tx.run(sql`release savepoint part`);
      return result;
    } catch (error) {
      await tx.run(sql`rollback to savepoint part`);
      throw error;
    }
  },
});
