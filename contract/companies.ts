import { z } from 'zod';
import { entity, flag, id, longText, text, time } from './entity.ts';
import { isIpLine, isSubnetLine, linesOf } from './remote-access.ts';

/** Edges of the squares that are kept of a logo. */
export const logoSizes = [64, 256] as const;
/** `POST companies/{id}/logo`, multipart, one part named `file`. The picture is cut to its middle square and written anew. */
export const logoAnswer = z.strictObject({ logo: z.string() });

/** SPEC section 5, of a company that is there; its founder's wizard takes longer names, and such a one may stay. */
export const laterNameMax = 30;
export const isNameTooLong = (name: string, kept: string): boolean => name.length > laterNameMax && name !== kept;

type RemoteAccess = { restrict_remote_access: number; ipsList: string; subnets: string };
/** SPEC section 5: with the restriction on, both lists are required. Answers those that say nothing. */
export const missingLists = (of: RemoteAccess): ('ipsList' | 'subnets')[] =>
  of.restrict_remote_access === 1
    ? (['ipsList', 'subnets'] as const).filter((name) => linesOf(of[name]).length === 0)
    : [];

/** Characters of each list: some thousand lines. */
const accessLinesMax = 20_000;
/** SPEC section 5: company_name required 3-30 (the wizard allows 48, the form 50: the widest wins), case_prefix at most 2. */
export const companies = entity('companies', {
  fields: {
    id: id(),
    company_name: text({ min: 3, max: 50, write: 'always', required: true }),
    case_prefix: text({ min: 1, max: 2, write: 'always', required: true }),
    url: text({ max: 255, write: 'always', nullable: true }),
    /** Uploaded before it is saved; where it is found below the API's address, with `?size=64` or `256`. */
    logo: longText({
      max: 255,
      nullable: true,
      write: 'update',
      rule: { key: 'invalid_value', holds: (text) => /^logos\/[0-9a-f]{40}$/.test(text) },
    }),
    /** On: the company can be reached from these addresses and subnets alone (`docs/roles.md`). */
    restrict_remote_access: flag({ write: 'update' }),
    /** One per line. */
    ipsList: longText({
      max: accessLinesMax,
      write: 'update',
      rule: { key: 'incorrect_ip_format', holds: (text) => linesOf(text).every(isIpLine) },
    }),
    /** One per line, as `a.b.c.0/n`. */
    subnets: longText({
      max: accessLinesMax,
      write: 'update',
      rule: { key: 'incorrect_subnet_format', holds: (text) => linesOf(text).every(isSubnetLine) },
    }),
    /** 0: what is pushed to people's devices says neither who wrote nor what. */
    push_preview: flag({ write: 'update' }),
    /** 1: the list is meant as it is, although the address of whoever sends it is not on it. Never kept. */
    lock_me_out: flag({ write: 'update', readable: false }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['company_name', 'case_prefix', 'url'],
  /** What rests with it. */
  dependents: ['open_tickets', 'products', 'mailboxes', 'product-call-phones'],
});
