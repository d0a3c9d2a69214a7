import { type TemplateTexts, templates, templatesMax } from '#contract/templates.ts';
import type { Tx } from '#platform/database.ts';
import type { Change, EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { CleanHtml } from './clean-signature.ts';
import { mayUseTemplate } from './may-use-template.ts';
import { keepFiles } from './template-files.ts';

const files = `(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'content_type', f.content_type, 'inline', false)
  order by f.place, f.id), '[]') from attachments f where f.template_id = t.id)`;

/** `cleanHtml`: by the rules of replies, of which a template becomes a part. */
export const templatesTable = (cleanHtml: CleanHtml): EntityTable => ({
  entity: templates,
  table: 'templates',
  rowsMax: templatesMax,
  columns: {
    company_name: { expression: 'co.company_name', join: 'company' },
    category: { expression: 'ca.name', join: 'category' },
    product: { expression: 'pr.name', join: 'product' },
    team: { expression: 'tm.name', join: 'team' },
    'owner.name': { expression: 'us.name', join: 'owner' },
    attachments: { expression: files },
  },
  joins: {
    company: 'join companies co on co.id = t.company_id',
    category: 'left join categories ca on ca.id = t.category_id and ca.is_deleted = 0',
    product: 'left join products pr on pr.id = t.product_id',
    team: 'left join teams tm on tm.id = t.team_id',
    owner: 'join users us on us.id = t.owner_id',
  },
  ownBusiness: {
    isOwn: ({ visibility = 'personal' }) => visibility === 'personal',
    fields: ['name', 'texts', 'attachments'],
  },
  notStored: ['attachments'],
  visible: (caller) => mayUseTemplate(caller, 't'),
  async clean(values, at) {
    // What is for a team says for which; one that is there may have it already.
    const isNew = values.company_id !== undefined;
    if (values.visibility === 'team' && isNew && !values.team_id)
      throw new Problem('required', { field: `${at}.team_id` });
    if (values.texts === undefined) return values;
    return { ...values, texts: await cleanTexts(values.texts as TemplateTexts, cleanHtml, at) }; // parsed by the contract
  },
  prepare: async (_tx, row, caller) => ({ ...row, owner_id: caller.userId }),
  async check(tx, change) {
    await requireTeam(tx, change);
    await requireShare(tx, change);
  },
  follow: keepFiles,
});

/** Each language as it may be sent; one without words is none. */
async function cleanTexts(texts: TemplateTexts, cleanHtml: CleanHtml, at: string): Promise<TemplateTexts> {
  const clean = await Promise.all(
    Object.entries(texts).map(async ([language, written]) => [language, await cleanHtml(written ?? '')] as const),
  );
  const kept = clean.filter(([, { text }]) => text.trim() !== '');
  if (kept.length === 0) throw new Problem('message_empty', { field: `${at}.texts` });
  return Object.fromEntries(kept.map(([language, { html }]) => [language, html]));
}

async function requireTeam(tx: Tx, { action, rows, values, at }: Change): Promise<void> {
  if (action !== 'update' || values.visibility !== 'team' || values.team_id) return;
  const ids = values.team_id === undefined ? rows.map((row) => row.id) : [];
  const has = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from templates where id = any (${ids}::bigint[]) and team_id is not null`,
  );
  if (has?.n !== rows.length) throw new Problem('required', { field: `${at}.team_id` });
}

/** One's own templates are one's own business; what a team or the company finds takes the right to share. */
async function requireShare(tx: Tx, { rows, values, at, caller }: Change): Promise<void> {
  const ids = rows.map((row) => row.id);
  const becomesShared = values.visibility !== undefined && values.visibility !== 'personal';
  const shared = await tx.rows<{ company_id: number }>(
    sql`select distinct company_id from templates where id = any (${ids}::bigint[])
          and (visibility <> 'personal' or ${becomesShared})`,
  );
  if (shared.some(({ company_id }) => !caller.may(company_id, 'templates.share'))) throw new Problem('forbidden');
  if (values.visibility !== 'personal') return;
  // It would be its owner's, and gone for whoever did it, and for everybody.
  const others = await tx.row(
    sql`select 1 from templates where id = any (${ids}::bigint[]) and owner_id <> ${caller.userId} limit 1`,
  );
  if (others) throw new Problem('owned_by_another', { field: `${at}.visibility` });
}

registerReference(
  'templates',
  (companyId, id) => sql`select id from templates where company_id = ${companyId} and id = ${id} and is_deleted = 0`,
);
