import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorKey } from '#contract/errors.ts';
import * as contract from '#contract/invites.ts';
import * as invites from '#domain/invites/index.ts';
import type { House } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import type { LetterLinks } from '../letter-links.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  houseOf: (request: FastifyRequest) => House;
  limits: Limits;
  links: LetterLinks;
};

const keys: Limit = { name: 'invite-keys', points: 60, seconds: 60 };
// Passwords are dear to check, as at any registration.
const registrations: Limit = { name: 'invite-registrations', points: 30, seconds: 3600 };
/** Each address is a letter and a transaction. */
const askedAddresses: Limit = { name: 'invite-addresses', points: 500, seconds: 3600 };

const refusals: Partial<Record<contract.InviteVerdict, ErrorKey>> = {
  yourself: 'cannot_invite_yourself',
  already_colleague: 'already_colleague',
  was_removed: 'was_removed',
  too_many: 'limit_reached',
  team_full: 'limit_reached',
  invalid: 'invalid_email',
  just_sent: 'too_many_requests',
  later: 'too_many_requests',
};

/** From an address that an administrator typed to a colleague at work. */
export function mountInvites(app: FastifyInstance, the: Needs): void {
  const { db, sessions, mounted, wake, houseOf, limits, links } = the;
  const on = callMounter(app, sessions, mounted);
  const sent = <T>(answer: T): T => {
    wake.nudge('outbox');
    return changed(answer);
  };
  /** Who works where is another thing now: nobody is believed from memory. */
  const changed = <T>(answer: T): T => {
    sessions.changed();
    wake.nudge('events');
    return answer;
  };

  on.signedIn(contract.getInvites, async (data, { person }) => {
    const place = await invites.findPlace(db, person, data, 'invites.get');
    return { invites: await invites.listInvites(db, place) };
  });

  on.signedIn(contract.createInvite, async ({ email, role, ...where }, { person }, { request }) => {
    const place = await invites.findPlace(db, person, where, 'invites.create', role);
    await limits.take(askedAddresses, { person: person.userId });
    const [only] = await invites.invitePeople({ db, limits }, place, [{ email }], person, houseOf(request));
    const verdict = only?.verdict ?? 'invalid';
    const refusal = refusals[verdict];
    if (verdict !== 'sent' && verdict !== 'added')
      throw new Problem(refusal ?? 'invalid_value', { field: 'data.email', values: valuesOf(verdict) });
    return sent({ verdict });
  });

  on.signedIn(contract.createInvites, async ({ people, role, ...where }, { person }, { request }) => {
    const place = await invites.findPlace(db, person, where, 'invites.create', role);
    await limits.take(askedAddresses, { person: person.userId }, people.length);
    return sent({ verdicts: await invites.invitePeople({ db, limits }, place, people, person, houseOf(request)) });
  });

  on.signedIn(contract.sendInviteAgain, async ({ id }, { person }, { request }) => {
    await limits.take(askedAddresses, { person: person.userId });
    await invites.sendInviteAgain({ db, limits }, person, id, houseOf(request));
    return sent({});
  });

  on.signedIn(contract.withdrawInvite, async ({ id }, { person }) => {
    await invites.withdrawInvite(db, person, id);
    return changed({});
  });

  on.signedIn(contract.deleteInvite, async ({ user_id, team_id }, { person }) => {
    const place = await invites.findPlace(db, person, { team_id }, 'invites.delete');
    await invites.takeOutOfTeam(db, place, user_id, person.userId);
    return changed({});
  });

  on.open(contract.readInvite, async ({ key }, session, { request }) => {
    await limits.take(keys, { address: request.ip });
    // With a code still owed nobody is the account's (SAFETY A16).
    const secret = links.secretOf(request, key, 'data.key');
    return invites.readInvite(db, secret, session && !session.isHalf ? session.userId : undefined);
  });

  on.signedIn(contract.acceptInvite, async ({ key }, { person }, { request }) => {
    await limits.take(keys, { address: request.ip });
    const { companyId } = await invites.acceptInvite(db, links.secretOf(request, key, 'data.key'), person.userId);
    return changed({ company_id: companyId });
  });

  on.open(contract.registerInvited, async ({ key, name, raw_password, language }, was, { request, reply }) => {
    await limits.take(registrations, { address: request.ip });
    const { companyId, opened } = await invites.registerInvited(
      db,
      links.secretOf(request, key, 'data.key'),
      { name, password: raw_password, language: language ?? 'en' },
      sessions.from(request, reply),
      houseOf(request),
    );
    await sessions.startAfresh(reply, was, opened);
    return changed({ company_id: companyId });
  });
}

function valuesOf(verdict: contract.InviteVerdict): Record<string, number> {
  const max = invites.roomOf[verdict];
  if (max !== undefined) return { max };
  return refusals[verdict] === 'too_many_requests' ? { seconds: 60 } : {};
}
