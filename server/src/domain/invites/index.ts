import './follow-team.ts';

export { acceptInvite, readInvite, registerInvited } from './accept-invite.ts';
export { invitePeople, isTeamFull, roomOf } from './invite-people.ts';
export { findPlace } from './invite-place.ts';
export { listInvites, sendInviteAgain, takeOutOfTeam, withdrawInvite, withdrawInvitesOf } from './keep-invites.ts';
