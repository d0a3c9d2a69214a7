import { queryOptions } from '@tanstack/react-query';
import { getPrivileges } from '#contract/privileges.ts';
import { userAccess, users } from '#contract/users.ts';
import { callQuery } from '../../api/call.ts';
import { rowsQuery } from '../../api/rows.ts';

export const privilegesQuery = (companyId: number) => queryOptions(callQuery(getPrivileges, { company_id: companyId }));
export const userAccessQuery = (id: number) => queryOptions(callQuery(userAccess, { id }));

export const peopleMax = 100;
/** Whose name or address has these words. */
export const peopleQuery = (segment: 'all' | 'disabled', words = '') =>
  rowsQuery(users, {
    conditions: [['is_deleted', '=', segment === 'disabled' ? 1 : 0]],
    sort: [
      ['name', 'asc'],
      ['company_id', 'asc'],
    ],
    range: [0, peopleMax],
    ...(words === '' ? {} : { search: words }),
  });
