export { loadPerson, type Person } from './caller.ts';
export { changeOwnSettings, describeSelf } from './describe-self.ts';
export type { Operators } from './operators.ts';
export { confirmEmail, registerPerson, sendConfirmationAgain } from './register-person.ts';
export { endSession, findSession, type Session, sessionDays } from './sessions.ts';
export { createConfirmedPerson, signIn } from './sign-in.ts';
export { usersTable } from './users-table.ts';
