import { z } from 'zod';
import { safeLine } from '#contract/entity.ts';
import { roleScopes } from '#contract/privileges.ts';
import { isIpLine, isSubnetLine, linesOf } from '#contract/remote-access.ts';

/** Raised when an older Parley could not put an archive back. */
export const formatVersion = 2;

/** A file beside the others, written last, read first. */
export const manifestName = 'manifest.json';
export const logoName = 'logo.webp';
export const rowsName = (table: string): string => `data/${table}.ndjson`;
export const mailName = (id: number): string => `mails/${id}.eml`;
export const attachmentName = (id: number): string => `attachments/${id}`;

const linesThatAre = (isLine: (line: string) => boolean) =>
  z
    .string()
    .max(20_000)
    .refine((text) => linesOf(text).every(isLine));
const count = z.int().min(0).max(1e9);
const person = z.strictObject({
  id: z.int(),
  name: z.string().max(255),
  email: z.string().max(255),
  role: z.string().max(100),
  level: z.int().min(1).max(4),
  /** Archives of an earlier Parley do not say. */
  scope: z.enum(roleScopes).optional(),
  teams: z.array(z.string().max(100)).max(1000),
});
/** Somebody who worked in the company. */
export type ArchivedPerson = z.output<typeof person>;
export const archivedPeopleMax = 10_000;
/** Names of files that were not there; `counts` says how many they were. */
export const missingNamesMax = 100_000;
/** Among the counts. */
export const missingFiles = 'missing_files';

const format = z.literal('parley-company');
/** Of an archive of any Parley. */
export const manifestVersion = z.looseObject({ format, version: z.int() });

export const manifest = z.strictObject({
  format,
  version: z.int(),
  made_at: z.iso.datetime(),
  company: z.looseObject({
    company_name: z.string().min(1).max(50),
    case_prefix: safeLine(2, 1),
    url: safeLine(255).nullable(),
    /** Archives of an earlier Parley do not say. */
    push_preview: z.union([z.literal(0), z.literal(1)]).optional(),
    restrict_remote_access: z.union([z.literal(0), z.literal(1)]).optional(),
    ips_list: linesThatAre(isIpLine).optional(),
    subnets: linesThatAre(isSubnetLine).optional(),
    last_ticket_number: z.int().min(0).max(2_000_000_000),
  }),
  people: z.array(person).max(archivedPeopleMax),
  /** Rows by table, files by folder. */
  counts: z.record(z.string().max(100), count),
  /** Files that a row names and that were not there. */
  missing: z.array(z.string().max(300)).max(missingNamesMax),
});
export type Manifest = z.output<typeof manifest>;
