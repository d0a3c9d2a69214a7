import { dependentByColumn } from '#platform/entities/dependent-by-column.ts';
import { registerDependent } from '#platform/entities/dependents.ts';

const byColumn = (column: string) => dependentByColumn({ entity: 'templates', column, mustMove: false });

/** Templates may go to another category when theirs is disabled; else they stand outside of all. */
registerDependent('categories', 'templates', byColumn('category_id'));
/** Those of a team go to another one; else those in it do not find them while it is disabled. */
registerDependent('teams', 'templates', byColumn('team_id'));
/** Those for a product's tickets go along with them; else they are offered on none. */
registerDependent('products', 'templates', byColumn('product_id'));
