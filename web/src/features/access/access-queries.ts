import { queryOptions } from '@tanstack/react-query';
import { getPrivileges } from '#contract/privileges.ts';
import { userAccess } from '#contract/users.ts';
import { callQuery } from '../../api/call.ts';

export const privilegesQuery = (companyId: number) => queryOptions(callQuery(getPrivileges, { company_id: companyId }));
export const userAccessQuery = (id: number) => queryOptions(callQuery(userAccess, { id }));
