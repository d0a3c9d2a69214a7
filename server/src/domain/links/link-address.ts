import crypto from 'node:crypto';
import { fillLink, type LinkVariable, linkTokenSeconds } from '#contract/links.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { openIfOurs, type Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';
import { linkSecretContext } from './links-table.ts';

/** Letters of one value, and of the whole: browsers and servers cut what is longer. */
const valueLettersMax = 200;
const addressLettersMax = 8000;

type Row = Record<Exclude<LinkVariable, 'token'>, string | number | null> & {
  url: string;
  is_signed: 0 | 1;
  secret: string | null;
};

/** What tokens are signed with, and by whom they say they are made. */
export type Signing = { readonly secrets: Secrets; readonly issuer: string; readonly now?: Date };

/**
 * Where a link leads from a ticket, with a token of this moment where it is signed. Whoever does not see the link or the
 * ticket, or a ticket of another product, finds nothing there.
 */
export async function linkAddress(
  tx: Tx,
  the: { linkId: number; ticketId: number },
  caller: Caller,
  { secrets, issuer, now = new Date() }: Signing,
): Promise<string> {
  const row = await tx.row<Row>(
    sql`select l.url, l.is_signed, l.secret, t.id as "ticket.id", co.case_prefix || '-' || t.number as "ticket.number", t.title as "ticket.title",
          cu.id as "customer.id", trim(cu.first_name || ' ' || cu.last_name) as "customer.name", cu.email as "customer.email", cu.phone as "customer.phone",
          pr.id as "product.id", pr.name as "product.name", co.id as "company.id", us.id as "agent.id", us.email as "agent.email"
        from tickets t join links l on l.company_id = t.company_id and l.is_deleted = 0 join companies co on co.id = t.company_id
          join customers cu on cu.id = t.customer_id join products pr on pr.id = t.product_id join users us on us.id = ${caller.userId}
        where t.id = ${the.ticketId} and l.id = ${the.linkId} and ${withinReach(caller, 't') ?? sql.unsafe('true')}
          and (not exists (select from link_products p where p.link_id = l.id)
            or exists (select from link_products p where p.link_id = l.id and p.product_id = t.product_id))`,
  );
  const companyId = Number(row?.['company.id']);
  const maySee = row && caller.may(companyId, 'links.get') && caller.may(companyId, 'tickets.get');
  if (!maySee) throw new Problem('not_found');
  const sealed = row.is_signed === 1 ? row.secret : null;
  const signed = sealed === null ? undefined : openIfOurs(secrets, sealed, linkSecretContext);
  if (sealed !== null && signed === undefined) throw new Problem('not_in_this_state');
  const bare = new URL(fillLink(row.url, (name) => (name === 'token' ? '' : encoded(row[name])))).href;
  const token =
    signed === undefined ? '' : tokenOf(row, { secret: signed, issuer, audience: new URL(bare).origin, now });
  const address = new URL(fillLink(row.url, (name) => (name === 'token' ? token : encoded(row[name]))));
  // As text: to set it as a parameter would write all others anew, a space as a plus.
  if (token !== '' && !row.url.includes('{token}'))
    address.search = `${address.search === '' ? '' : `${address.search}&`}token=${token}`;
  if (address.href.length > addressLettersMax) throw new Problem('too_long', { values: { max: addressLettersMax } });
  return address.href;
}

/** Nothing of it is read as a part of the address; dots alone would lead a step up, in any way of writing. */
function encoded(value: string | number | null): string {
  const text = [...String(value ?? '')].slice(0, valueLettersMax).join('');
  return /^\.+$/.test(text) ? '' : encodeURIComponent(text);
}

type Made = { secret: string; issuer: string; audience: string; now: Date };

/** A JSON Web Token (RFC 7519), HMAC with SHA-256 (RFC 7518). */
function tokenOf(row: Row, { secret, issuer, audience, now }: Made): string {
  const issued = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: issuer,
    aud: audience,
    sub: String(row['agent.id']),
    iat: issued,
    exp: issued + linkTokenSeconds,
    jti: crypto.randomUUID(),
    company: { id: row['company.id'] },
    user: { id: row['agent.id'], email: row['agent.email'] },
    ticket: { id: row['ticket.id'], number: row['ticket.number'] },
    customer: { id: row['customer.id'], email: row['customer.email'] },
  };
  const head = [{ alg: 'HS256', typ: 'JWT' }, claims].map((one) =>
    Buffer.from(JSON.stringify(one)).toString('base64url'),
  );
  const text = head.join('.');
  return `${text}.${crypto.createHmac('sha256', secret).update(text).digest('base64url')}`;
}
