import { queryOptions } from '@tanstack/react-query';
import { getInvites, type Invite } from '#contract/invites.ts';
import { callQuery } from '../../api/call.ts';

export type InvitePlace = { company_id: number; team_id?: number };

export const invitesQuery = (where: InvitePlace) => queryOptions(callQuery(getInvites, where));

/** The link of its letter may still be followed, or be sent anew. */
export const isPending = (invite: Invite): boolean => invite.state !== 'accepted';
