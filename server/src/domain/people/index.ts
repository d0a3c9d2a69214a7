export { recordAccountEvent } from './account-events.ts';
export {
  findToken,
  listTokens,
  makeToken,
  revokeToken,
  type TokenOfPerson,
  withinToken,
} from './api-tokens.ts';
export { readAvatar, removeAvatar, setAvatar } from './avatar.ts';
export { isShutOut, loadPerson, type Person } from './caller.ts';
export { changeAccess, removeFromCompany, takeBack } from './change-access.ts';
export { askNewAddress, readUndo, takeAddressBack } from './change-address.ts';
export { changePassword } from './change-password.ts';
export { claimAccount, confirmEmail, readConfirmation } from './confirm-email.ts';
export { confirmPassword, requireConfirmedPassword } from './confirm-password.ts';
export { describeAccess } from './describe-access.ts';
export { describeSelf } from './describe-self.ts';
export { distrustDevice } from './devices.ts';
export { endMyOtherSessions, endOneSession, listSessions } from './list-sessions.ts';
export { listLocked, unlockAddresses, unlockByLink } from './lock-account.ts';
export { type Operators, requireOperator } from './operators.ts';
export { asLetter, type House, oweLetter } from './owe-letter.ts';
export { changeProfile } from './profile.ts';
export { type Recipient, readRecipients, whoWants } from './recipients.ts';
export { answerRecoveryRequest, forgetPassword, readReset, resetPassword } from './recover-password.ts';
export { registerPerson } from './register-person.ts';
export { isAdmitted } from './remote-access.ts';
export { resetTwoFactor } from './reset-two-factor.ts';
export { changePrivileges, describePrivileges, requireTwoFactor } from './role-privileges.ts';
export { passSecondStep } from './second-step.ts';
export { changeUnconfirmedAddress, sendConfirmationAgain } from './send-confirmation.ts';
export {
  endSession,
  type From,
  findSession,
  type OpenedSession,
  type Session,
  sessionDays,
  signOut,
} from './sessions.ts';
export { changeSettings, readSettings } from './settings.ts';
export { createConfirmedPerson, signIn } from './sign-in.ts';
export { finishSso, linkSso, type SsoPolicy } from './single-sign-on.ts';
export { beginAttempt, ssoAttemptMinutes } from './sso-attempts.ts';
export { beginTwoFactor, confirmTwoFactor, disableTwoFactor, makeRecoveryCodes } from './two-factor.ts';
export { describeTwoFactor } from './two-factor-status.ts';
export { usersTable } from './users-table.ts';
