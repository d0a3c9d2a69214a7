import { queryOptions } from '@tanstack/react-query';
import { getInvites } from '#contract/invites.ts';
import { callQuery } from '../../api/call.ts';

export type InvitePlace = { company_id: number; team_id?: number };

export const invitesQuery = (where: InvitePlace) => queryOptions(callQuery(getInvites, where));
