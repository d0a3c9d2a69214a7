import { dependentByColumn } from '#platform/entities/dependent-by-column.ts';
import { registerDependent } from '#platform/entities/dependents.ts';
import { ofTickets } from './of-tickets.ts';

/** Tickets take another label when theirs is disabled, if somebody says which; else they keep it, as they had it. */
registerDependent(
  'labels',
  'tickets',
  dependentByColumn({ ...ofTickets, column: 'label_id', which: 'is_deleted = 0 and merged_into_id is null' }),
);
