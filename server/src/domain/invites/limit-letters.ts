import type { Limit, Limits } from '#platform/limits.ts';

const companyLetters: Limit = { name: 'invites-of-company', points: 200, seconds: 3600 };
/** Whoever invites: nobody is written to by many companies at once because somebody likes that. */
const addressLetters: Limit = { name: 'invites-to-address', points: 10, seconds: 24 * 3600 };

/** Counts a letter of an invitation, the first or the same once more. Throws `too_many_requests`. */
export async function takeLetter(limits: Limits, companyId: number, email: string): Promise<void> {
  await limits.take(addressLetters, { text: email.toLowerCase() });
  await limits.take(companyLetters, { company: companyId });
}
