import { dependentByColumn } from '#platform/entities/dependent-by-column.ts';
import { registerDependent } from '#platform/entities/dependents.ts';

/** What a team goes by does not vanish under it: it goes by another calendar first. */
registerDependent('calendars', 'teams', dependentByColumn({ entity: 'teams', column: 'calendar_id', mustMove: true }));
