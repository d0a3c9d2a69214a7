import { codeOf, type Database, type Tx } from '#platform/database.ts';
import type { Identity, OidcClient } from '#platform/oidc/oidc-client.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { type House, recordAccountEvent } from '../people/index.ts';
import { letIn, owesCode, requirePlace } from './let-in.ts';
import { failTry } from './lock-account.ts';
import { hashPassword, isPasswordRight } from './passwords.ts';
import type { From, OpenedSession } from './sessions.ts';
import { countingTries, itWasRight, type Try } from './sign-in-failures.ts';
import { endAttempt, findProof, keepProof, type Proof, takeState } from './sso-attempts.ts';

/** A provider, and what the operator says of it. */
export type SsoProvider = {
  /** The same in every process with this configuration. */
  readonly key: string;
  readonly name: string;
  readonly issuer: string;
  readonly client: OidcClient;
  /** Whoever has no account gets one. */
  readonly makesAccounts: boolean;
  /** The provider asks for a second step itself, so ours is not asked for. */
  readonly skipsSecondStep: boolean;
};

type Finished = { opened: OpenedSession; back: string | null };
type User = { id: number; is_confirmed: boolean };
/** Who comes, from where, and in whose name letters to them are written. */
type Coming = { from: From; house: House; providers: readonly SsoProvider[] };
type ComingFrom = Coming & { provider: SsoProvider };

/**
 * Signs in whom the provider vouches for: by the link to their account; else by an address that both sides have verified,
 * which makes an account, or asks for the password of the one there is. Nothing is linked silently: an address alone
 * would let whoever runs the provider take over any account.
 */
export async function finishSso(
  db: Database,
  the: { answered: URL; browser: string | undefined },
  { providers, ...here }: Coming,
): Promise<Finished | { linkTo: string }> {
  const { back, provider: key, ...checks } = await takeState(db, the.browser, the.answered.searchParams.get('state'));
  const browser = the.browser ?? ''; // takeState threw otherwise
  const coming = { ...here, providers, provider: providerOf(providers, key) };
  const who = await coming.provider.client.finish(the.answered, checks);

  const linked = await findLinked(db, who);
  if (linked) {
    return countingTries(db, { email: linked.email, ip: coming.from.ip }, async (attempt) => {
      await requirePlace(db, linked.id, attempt, coming.from);
      return db.transaction('system', async (tx) => {
        await endAttempt(tx, browser);
        await tx.run(
          sql`update sso_identities set last_used = now() where issuer = ${who.issuer} and subject = ${who.subject}`,
        );
        const isStill = sql`exists (select from sso_identities i where i.issuer = ${who.issuer} and i.subject = ${who.subject} and i.user_id = u.id)`;
        return { opened: await enter(tx, { id: linked.id, isStill }, attempt, coming), back };
      });
    });
  }

  const { email } = who;
  if (email === undefined) throw new Problem('sso_email_unverified');
  const user = await findByEmail(db, email);
  if (user && !user.is_confirmed) throw new Problem('sso_account_unconfirmed');
  if (user) {
    await db.transaction('system', (tx) => keepProof(tx, browser, { ...who, email }, user.id));
    return { linkTo: email };
  }
  if (!coming.provider.makesAccounts) throw new Problem('sso_no_account');
  return { opened: await makeAccount(db, browser, { ...who, email }, coming), back };
}

/** Links the account to whom the provider vouched for, by the account's password, and signs in. */
export async function linkSso(
  db: Database,
  the: { browser: string | undefined; password: string },
  here: Coming,
): Promise<Finished> {
  const proof = await findProof(db, the.browser);
  const coming = { ...here, provider: providerOf(here.providers, proof.provider) };
  return countingTries(db, { email: proof.email, ip: coming.from.ip }, async (attempt) => {
    const [user] = await db.read<User & { password_hash: string }>(
      'system',
      sql`select ${userColumns}, password_hash from users u where id = ${proof.user_id} and lower(email) = lower(${proof.email}) and is_deleted = 0 and email_confirmed_at is not null`,
    );
    if (!(await isPasswordRight(the.password, user?.password_hash)) || !user) {
      await db.transaction('system', (tx) => failTry(tx, attempt, 'sign_in_failed', coming.house));
      throw new Problem('incorrect_credentials', { field: 'data.password' });
    }
    await requirePlace(db, user.id, attempt, coming.from);
    const isStill = sql`u.password_hash = ${user.password_hash}`;
    const finished = await db.transaction('system', async (tx) => {
      if (!(await endAttempt(tx, the.browser ?? '')) || !(await link(tx, user.id, proof))) {
        await itWasRight(tx, attempt, { andAllIsWell: false });
        return undefined;
      }
      return { opened: await enter(tx, { id: user.id, isStill }, attempt, coming), back: proof.back };
    });
    if (!finished) throw new Problem('sso_expired');
    return finished;
  });
}

/** Whoever left for a provider that is configured no more has to begin anew. */
function providerOf(providers: readonly SsoProvider[], key: string): SsoProvider {
  const found = providers.find((one) => one.key === key);
  if (!found) throw new Problem('sso_expired');
  return found;
}

const userColumns = sql`u.id, u.email_confirmed_at is not null as is_confirmed`;

async function findLinked(db: Database, who: Identity): Promise<(User & { email: string }) | undefined> {
  const [user] = await db.read<User & { email: string }>(
    'system',
    sql`select ${userColumns}, u.email from sso_identities i join users u on u.id = i.user_id and u.is_deleted = 0
        where i.issuer = ${who.issuer} and i.subject = ${who.subject}`,
  );
  return user;
}

async function findByEmail(db: Database, email: string): Promise<User | undefined> {
  const [user] = await db.read<User>(
    'system',
    sql`select ${userColumns} from users u where lower(u.email) = lower(${email}) and u.is_deleted = 0`,
  );
  return user;
}

async function makeAccount(
  db: Database,
  browser: string,
  who: Identity & { email: string },
  coming: ComingFrom,
): Promise<OpenedSession> {
  try {
    return await countingTries(db, { email: who.email, ip: coming.from.ip }, async (attempt) => {
      // Nobody knows it; whoever wants a password recovers one.
      const passwordHash = await hashPassword(crypto.randomUUID());
      return db.transaction('system', async (tx) => {
        if (!(await endAttempt(tx, browser))) throw new Problem('sso_expired');
        const user = await tx.row<{ id: number }>(
          sql`insert into users (name, email, password_hash, has_password, email_confirmed_at) values (${nameOf(who)}, ${who.email}, ${passwordHash}, false, now()) returning id`,
        );
        if (!user) throw new Error('insert answered no row');
        await recordAccountEvent(tx, { action: 'registered', userId: user.id, detail: { by: 'sso' } });
        if (!(await link(tx, user.id, who))) throw new Problem('sso_no_account');
        return enter(tx, user, attempt, coming);
      });
    });
  } catch (error) {
    // Somebody was faster, or the address belongs to an account that was removed.
    if (codeOf(error) === '23505') throw new Problem('sso_no_account', { cause: error });
    throw error;
  }
}

/** False where it is linked to somebody else meanwhile. Whoever came from two browsers links it in the first of them. */
async function link(tx: Tx, userId: number, who: Pick<Proof, 'issuer' | 'subject' | 'email'>): Promise<boolean> {
  const linked = await tx.run(
    sql`insert into sso_identities (issuer, subject, user_id, email) values (${who.issuer}, ${who.subject}, ${userId}, ${who.email})
        on conflict (issuer, subject) do nothing`,
  );
  if (linked === 0) {
    const there = await tx.row<{ user_id: number }>(
      sql`select user_id from sso_identities where issuer = ${who.issuer} and subject = ${who.subject}`,
    );
    return there?.user_id === userId;
  }
  await recordAccountEvent(tx, { action: 'sso_linked', userId, detail: { issuer: who.issuer, email: who.email } });
  return true;
}

async function enter(
  tx: Tx,
  { id, isStill }: { id: number; isStill?: Sql },
  attempt: Try,
  { from, house, provider }: ComingFrom,
): Promise<OpenedSession> {
  const owes = provider.skipsSecondStep ? sql`false` : owesCode(id, from);
  const how = { attempt, remember: false, owesCode: owes, by: 'sso', ...(isStill && { isStill }) } as const;
  return letIn(tx, id, how, from, house);
}

const nameLength = { min: 2, max: 30 };

function nameOf({ name, email }: Identity & { email: string }): string {
  const plain = (text: string) =>
    text.replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, nameLength.max);
  const names = [name ?? '', email.split('@')[0] ?? '', email].map(plain);
  return names.find((one) => one.length >= nameLength.min) ?? email.slice(0, nameLength.max);
}
