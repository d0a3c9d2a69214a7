import crypto from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { mailWithinReach, type RawPlace, readRaw } from '#domain/inbound-mails/index.ts';
import { attachmentsOf } from '#domain/messages/index.ts';
import type { Person } from '#domain/people/index.ts';
import { ofTicketWithinReach } from '#domain/reach/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { unlessGone } from '#platform/stream-zip.ts';
import { apiPrefix } from '../mount.ts';
import type { Sessions } from '../sessions.ts';
import { passes } from '../transfers.ts';
import { sendData } from '../wire.ts';
import { contentDisposition, idOf, makeFileLink } from './file-routes.ts';
import { letterDocument } from './letter-document.ts';

type Needs = { db: Database; sessions: Sessions; files: Files; secrets: Secrets };

const flag = z.enum(['0', '1']).optional();
const frameQuery = z.strictObject({ theme: z.enum(['light', 'dark']).optional(), images: flag, quoted: flag });
const sourceQuery = z.strictObject({ headers: flag });

const frame = passes({
  about:
    'The text of a letter as a page of its own, for a frame that may do nothing. images=1: with pictures from afar',
  for: 'messages.get',
  query: frameQuery,
  sends: 'text/html',
  errors: ['not_found'],
});
const source = {
  query: sourceQuery,
  sends: 'text/plain',
  errors: ['not_found'],
} as const;
const about = 'as it came, byte by byte. headers=1: its headers alone, under data, as JSON';
const letterSource = passes({ about: `A letter ${about}`, for: 'messages.get', ...source });
const mailSource = passes({ about: `A mail of the mail log ${about}`, for: 'inbound-mails.get', ...source });

/** Letters as documents of their own, and their raw sources. */
export function mountLetters(app: FastifyInstance, { db, sessions, files, secrets }: Needs): void {
  app.get<{ Params: { id: string } }>(`${apiPrefix}/messages/:id/frame`, frame, async (request, reply) => {
    const { person, holder } = await sessions.admit(request, 'messages.get');
    const query = parse(frameQuery, request.query);
    const id = idOf(request.params.id);
    const letter = await db.transaction({ companies: person.companies }, async (tx) => {
      const row = await findLetter(tx, id, person);
      const pictures = (await attachmentsOf(tx, id)).filter((one) => one.content_id !== null);
      return { ...row, pictures };
    });
    const nonce = crypto.randomBytes(16).toString('base64');
    const origin = `${request.protocol}://${request.host}`;
    const links = new Map(
      letter.pictures.map((one) => [
        one.content_id ?? '',
        `${apiPrefix}/files/${one.id}?inline=1&token=${makeFileLink(secrets, one.id, holder)}`,
      ]),
    );
    const html = letterDocument({
      id,
      html: [letter.body_html, query.quoted === '1' ? letter.quoted_html : null].filter(Boolean).join('<hr>'),
      pictureUrl: (contentId) => links.get(contentId),
      theme: query.theme ?? 'light',
      showsRemoteImages: query.images === '1',
      nonce,
    });
    const own = /^https?:\/\/[a-z0-9.:[\]-]+$/i.test(origin) ? ` ${origin}` : '';
    const images = query.images === '1' ? `'self'${own} https: http: data:` : `'self'${own} data:`;
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; img-src ${images}; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox`,
      )
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'private, no-store')
      .send(html);
  });

  app.get<{ Params: { id: string } }>(`${apiPrefix}/messages/:id/source`, letterSource, async (request, reply) => {
    const { person } = await sessions.admit(request, 'messages.get');
    const query = parse(sourceQuery, request.query);
    const id = idOf(request.params.id);
    const found = await db.transaction({ companies: person.companies }, async (tx) => {
      const letter = await findLetter(tx, id, person);
      return tx.row<RawPlace | { raw_key: null }>(
        sql`select raw_key, raw_offset, size from inbound_mails where id = ${letter.inbound_mail_id}`,
      );
    });
    if (!found || found.raw_key === null) throw new Problem('not_found');
    const raw = await unlessGone(readRaw(files, found));
    if (!raw) throw new Problem('not_found');
    if (query.headers === '1') return sendData(reply, { headers: rawHeaders(raw) });
    return sendSource(reply, raw, `message-${id}.eml`);
  });

  app.get<{ Params: { id: string } }>(`${apiPrefix}/inbound-mails/:id/source`, mailSource, async (request, reply) => {
    const { person } = await sessions.admit(request, 'inbound-mails.get');
    const query = parse(sourceQuery, request.query);
    const id = idOf(request.params.id);
    const [mail] = await db.read<{ company_id: number } & (RawPlace | { raw_key: null })>(
      { companies: person.companies },
      sql`select company_id, raw_key, raw_offset, size from inbound_mails m where id = ${id} and ${mailWithinReach(person, 'm') ?? sql.unsafe('true')}`,
    );
    if (!mail || mail.raw_key === null || !person.may(mail.company_id, 'inbound-mails.get'))
      throw new Problem('not_found');
    const raw = await unlessGone(readRaw(files, mail));
    if (!raw) throw new Problem('not_found');
    if (query.headers === '1') return sendData(reply, { headers: rawHeaders(raw) });
    return sendSource(reply, raw, `mail-${id}.eml`);
  });
}

type Letter = {
  company_id: number;
  body_html: string | null;
  quoted_html: string | null;
  inbound_mail_id: number | null;
};

async function findLetter(tx: Tx, id: number, person: Person): Promise<Letter> {
  const row = await tx.row<Letter>(
    sql`select company_id, body_html, quoted_html, inbound_mail_id from messages m where id = ${id} and ${ofTicketWithinReach(person, 'm', 'm.ticket_id') ?? sql.unsafe('true')}`,
  );
  if (!row || !person.may(row.company_id, 'messages.get')) throw new Problem('not_found');
  return row;
}

const sendSource = (reply: Parameters<typeof sendData>[0], raw: Buffer, name: string) =>
  reply
    .header('content-type', 'text/plain; charset=utf-8')
    .header('content-disposition', contentDisposition('attachment', name))
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .send(raw);

const headersMax = 300;
const headerLengthMax = 4000;

/** The header lines as they came, unfolded (RFC 5322 section 2.2.3), for a person to look at. */
export function rawHeaders(raw: Buffer): [string, string][] {
  const end =
    [raw.indexOf('\r\n\r\n'), raw.indexOf('\n\n')].filter((at) => at >= 0).sort((a, b) => a - b)[0] ?? raw.length;
  const lines = raw
    .subarray(0, Math.min(end, 500_000))
    .toString('utf8')
    .toWellFormed()
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  return lines.slice(0, headersMax).flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon > 0
      ? [
          [
            line.slice(0, colon).slice(0, 200),
            line
              .slice(colon + 1)
              .trim()
              .slice(0, headerLengthMax),
          ],
        ]
      : [];
  });
}
