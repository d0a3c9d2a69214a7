import './follow-places.ts';

export { levelIn } from './access-rules.ts';
export { recordAccountEvent, recordingAccountEvent } from './account-events.ts';
export { aiFeaturesOf } from './ai-features.ts';
export { avatarBytes, readAvatar, removeAvatar, setAvatar } from './avatar.ts';
export {
  asPerson,
  isShutOut,
  loadPeople,
  loadPerson,
  onlySuspended,
  type Person,
  type PersonRow,
  personJson,
  suspendedProblem,
} from './caller.ts';
export { changeAccess, removeFromCompany, takeBack } from './change-access.ts';
export { describeAccess } from './describe-access.ts';
export { describeSelf } from './describe-self.ts';
export { lockMembers } from './lock-members.ts';
export { isOperator, type Operators, requireOperator } from './operators.ts';
export { asLetter, type House, type Language, type LetterWords, oweLetter } from './owe-letter.ts';
export { askedForTwoFactor } from './owed-two-factor.ts';
export { changeProfile } from './profile.ts';
export { type Recipient, readRecipients, whoAdministers, whoWants } from './recipients.ts';
export { isAdmitted } from './remote-access.ts';
export { forgetOldRightsChanges, type RightsSeen, seeRights } from './rights-changes.ts';
export { changePrivileges, describePrivileges, requireTwoFactor } from './role-privileges.ts';
export { changeSettings, readSettings } from './settings.ts';
export { isRoomInTeam, teamsWithRoom } from './teams-with-room.ts';
export { usersTable } from './users-table.ts';
