import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { allowsOrigin } from '#contract/allowed-domains.ts';
import type { QuidgetLanguage, QuidgetSettings } from '#contract/quidget-settings.ts';
import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { openIfOurs, type Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { identitySecretContext } from '../quidgets/index.ts';

/** A quidget that is in use, as the chat needs it. */
export type OpenQuidget = {
  readonly id: number;
  readonly company_id: number;
  readonly product_id: number;
  readonly title: string;
  readonly color: string;
  readonly settings: QuidgetSettings;
  readonly allowed_domains: readonly string[];
  readonly calendar_id: number | null;
  readonly identity_secret: string | null;
  /** Its company may not work: it hears, and says nothing. */
  readonly is_suspended: boolean;
};

/** Somebody who has written before. */
export type Visitor = {
  readonly id: number;
  readonly customerId: number;
  readonly externalId: string | null;
  readonly name: string;
  readonly email: string;
  readonly language: QuidgetLanguage;
  readonly hasAgreed: boolean;
};

export type SignedIdentity = { readonly user: string; readonly signature: string };
/** Who asks: by what the browser shows, and from which page, as browsers say it. */
export type Shown = {
  readonly quidget: number;
  readonly token: string;
  readonly identity?: SignedIdentity | undefined;
};
export type Asking = { readonly quidget: OpenQuidget; readonly tokenHash: Buffer; readonly externalId: string | null };

type VisitorRow = {
  visitor_id: number | null;
  customer_id: number | null;
  external_id: string | null;
  name: string | null;
  email: string | null;
  language: QuidgetLanguage | null;
  has_agreed: boolean;
};
type Row = OpenQuidget & VisitorRow;

const visitorColumns = sql.unsafe(
  'v.id as visitor_id, v.customer_id, v.external_id, v.name, v.email, v.language, v.agreed_at is not null as has_agreed',
);

/** The quidget, if it may be shown on pages of this origin. A disabled one, or one of a disabled product, is none. */
export async function findOpenQuidget(db: Database, id: number, origin: string | undefined): Promise<OpenQuidget> {
  return (await read(db, id, Buffer.alloc(0), origin)).row;
}

/**
 * Who shows this token, or is vouched for by the site, if they have written before. Whoever a site has vouched for is nobody
 * else, and nobody without its word: on a computer that people share, the token of the one who left shows the next one
 * nothing.
 */
export async function findVisitor(
  { db, secrets }: { db: Database; secrets: Secrets },
  { quidget: id, token, identity }: Shown,
  origin: string | undefined,
): Promise<Asking & { visitor: Visitor | undefined }> {
  const tokenHash = createHash('sha256').update(token).digest();
  const { row } = await read(db, id, tokenHash, origin);
  const externalId = identity ? proven(secrets, row, identity) : null;
  const visitor = visitorOf(row);
  if (visitor && visitor.externalId !== null && visitor.externalId !== externalId)
    throw new Problem('forbidden', { field: 'data.identity' });
  // On a device on which they have not written yet they are whom the site says, and see what they wrote elsewhere.
  const elsewhere = visitor || externalId === null ? undefined : await readVouchedFor(db, row, externalId);
  return { quidget: row, tokenHash, externalId, visitor: visitor ?? elsewhere };
}

/** Somebody who was let in: from which page, and as whom its site vouched for them. */
export type Guest = { readonly origin: string | undefined; readonly identity: SignedIdentity | undefined };

/**
 * Who of those that were let in must go, now that something of the quidget is another: it is gone, their page is not allowed
 * any more, or what vouched for them proves nothing now. Answers the judgement, and the quidget as it is.
 */
export async function lookAgain(
  { db, secrets }: { db: Database; secrets: Secrets },
  id: number,
): Promise<{ quidget: OpenQuidget | undefined; mustGo: (guest: Guest) => Problem | undefined }> {
  const row = await readRow(db, id, Buffer.alloc(0));
  return {
    quidget: row,
    mustGo({ origin, identity }) {
      if (!row) return new Problem('not_found', { field: 'data.quidget' });
      if (!isAllowedOn(row, origin)) return new Problem('domain_not_allowed');
      return identity && !isProven(secrets, row, identity) ? refusedIdentity() : undefined;
    },
  };
}

async function readVouchedFor(db: Database, quidget: OpenQuidget, externalId: string): Promise<Visitor | undefined> {
  const row = await db
    .reader({ companies: [quidget.company_id] })
    .row<VisitorRow>(
      sql`select ${visitorColumns} from visitors v where v.quidget_id = ${quidget.id} and v.external_id = ${externalId} order by v.id desc limit 1`,
    );
  return row && visitorOf(row);
}

async function read(db: Database, id: number, tokenHash: Buffer, origin: string | undefined): Promise<{ row: Row }> {
  const row = await readRow(db, id, tokenHash);
  if (!row) throw new Problem('not_found', { field: 'data.quidget' });
  if (!isAllowedOn(row, origin)) throw new Problem('domain_not_allowed');
  return { row };
}

/** Browsers name the page's origin with every call to another site; whoever names none is no page. */
const isAllowedOn = ({ allowed_domains: allowed }: OpenQuidget, origin: string | undefined): boolean =>
  allowed.length === 0 || (origin !== undefined && allowsOrigin(allowed, origin));

const readRow = (db: Database, id: number, tokenHash: Buffer): Promise<Row | undefined> =>
  db.reader('system').row<Row>(
    sql`select a.id, a.company_id, a.product_id, q.title, q.color, q.settings, q.allowed_domains, q.calendar_id, q.identity_secret,
          exists (select from company_suspensions s where s.company_id = a.company_id) as is_suspended,
          ${visitorColumns}
        from channel_accounts a join quidgets q on q.id = a.id join products p on p.id = a.product_id join companies c on c.id = a.company_id
        left join visitors v on v.quidget_id = a.id and v.token_hash = ${tokenHash}
        where a.id = ${id} and a.kind = 'quidget' and a.is_deleted = 0 and p.is_deleted = 0 and c.is_deleted = 0`,
  );

const visitorOf = (row: VisitorRow): Visitor | undefined =>
  row.visitor_id === null || row.customer_id === null
    ? undefined
    : {
        ...{ id: row.visitor_id, customerId: row.customer_id, externalId: row.external_id },
        ...{ name: row.name ?? '', email: row.email ?? '' },
        ...{ language: row.language ?? 'en', hasAgreed: row.has_agreed },
      };

/** Who the site's server says this is. What is not signed with the quidget's secret is refused, not ignored: somebody tries. */
function proven(secrets: Secrets, quidget: OpenQuidget, identity: SignedIdentity): string {
  if (!isProven(secrets, quidget, identity)) throw refusedIdentity();
  return identity.user;
}

function isProven(secrets: Secrets, quidget: OpenQuidget, { user, signature }: SignedIdentity): boolean {
  if (quidget.identity_secret === null) return false;
  const secret = openIfOurs(secrets, quidget.identity_secret, identitySecretContext);
  if (secret === undefined) return false;
  const right = createHmac('sha256', secret).update(user).digest();
  return timingSafeEqual(right, Buffer.from(signature, 'hex'));
}

const refusedIdentity = () => new Problem('forbidden', { field: 'data.identity.signature' });
