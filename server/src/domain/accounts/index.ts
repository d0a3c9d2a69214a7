export {
  findToken,
  listTokens,
  makeToken,
  revokeToken,
  type TokenOfPerson,
  withinToken,
} from './api-tokens.ts';
export { noteAtDesk } from './at-desk.ts';
export { askNewAddress, readUndo, takeAddressBack } from './change-address.ts';
export { changePassword } from './change-password.ts';
export { claimAccount, confirmEmail, confirmProven, readConfirmation } from './confirm-email.ts';
export { confirmPassword, requireConfirmedPassword, requireOwner } from './confirm-password.ts';
export { describeDevice } from './describe-device.ts';
export { distrustDevice } from './devices.ts';
export { forgetSealed, opensSealed } from './forget-sealed.ts';
export { endMyOtherSessions, endOneSession, lastSignIn, listSessions } from './list-sessions.ts';
export { answerUnlockRequest, listLocked, unlockAddresses, unlockByLink } from './lock-account.ts';
export { hashNewPassword } from './new-password.ts';
export {
  addPushDevice,
  hearingDevices,
  listPushDevices,
  pushAuthContext,
  removePushDevice,
  resumePushDevice,
  tryPushDevice,
} from './push-devices.ts';
export { answerRecoveryRequest, forgetPassword, readReset, requireAccount, resetPassword } from './recover-password.ts';
export { makeProven, openFirstSession, registerPerson } from './register-person.ts';
export { resetTwoFactor } from './reset-two-factor.ts';
export { passSecondStep } from './second-step.ts';
export { changeUnconfirmedAddress, sendConfirmationAgain } from './send-confirmation.ts';
export {
  endOtherSessions,
  endSession,
  type From,
  findSignedIn,
  type OpenedSession,
  type Session,
  sessionDays,
  signOut,
} from './sessions.ts';
export { createConfirmedPerson, signIn } from './sign-in.ts';
export { finishSso, linkSso, type SsoProvider } from './single-sign-on.ts';
export { beginAttempt, ssoAttemptMinutes } from './sso-attempts.ts';
export { listSsoLinks, unlinkSso } from './sso-links.ts';
export { beginTwoFactor, confirmTwoFactor, disableTwoFactor, makeRecoveryCodes } from './two-factor.ts';
export { describeTwoFactor } from './two-factor-status.ts';
