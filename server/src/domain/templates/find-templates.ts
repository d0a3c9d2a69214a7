import { languages } from '#contract/settings.ts';
import { type TemplateTexts, templatesFoundMax } from '#contract/templates.ts';
import { cutLetters, shortened } from '#platform/cut-letters.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { chooseLanguage, type Language } from './choose-language.ts';
import { mayUseTemplate } from './may-use-template.ts';
import { readTicketFacts } from './ticket-facts.ts';

type Row = { id: number; name: string; category: string | null; texts: TemplateTexts; files: number };
type Found = Omit<Row, 'texts'> & { excerpt: string; language: Language; languages: Language[] };

const wordsMax = 8;
const excerptLettersMax = 160;

/**
 * Templates for a ticket: what this person used lately comes first, then what is used most. Every word must occur in the
 * name, the category or the text; whose name begins with them comes first of all.
 */
export async function findTemplates(
  tx: Tx,
  ticket: { id: number; company_id: number; product_id: number },
  the: { words: string; language?: Language | undefined },
  caller: Caller,
): Promise<Found[]> {
  const facts = await readTicketFacts(tx, ticket.id, caller);
  const words = the.words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax);
  const hay = sql`lower(t.name || ' ' || coalesce(ca.name, '')) || ' ' || t.words`;
  const matching: Sql[] = words.map((word) => sql`strpos(${hay}, ${word}) > 0`);
  const [first = ''] = words;
  const rows = await tx.rows<Row>(
    sql`select t.id, t.name, ca.name as category, t.texts, (select count(*)::int from attachments f where f.template_id = t.id) as files
        from templates t left join categories ca on ca.id = t.category_id and ca.is_deleted = 0
          left join template_uses u on u.template_id = t.id and u.user_id = ${caller.userId}
        where t.company_id = ${ticket.company_id} and t.is_deleted = 0 and (t.product_id is null or t.product_id = ${ticket.product_id})
          and ${mayUseTemplate(caller, 't')}${sql.join(
            matching.map((one) => sql` and ${one}`),
            '',
          )}
        order by starts_with(lower(t.name), ${first}) desc, strpos(lower(t.name), ${first}) > 0 desc, u.last_used desc nulls last, t.times_used desc, lower(t.name), t.id
        limit ${templatesFoundMax}`,
  );
  return rows.flatMap(({ texts, ...row }) => {
    const language = chooseLanguage(texts, { ...facts, asked: the.language });
    if (language === undefined) return [];
    return [
      {
        ...row,
        excerpt: excerptOf(texts[language] ?? ''),
        language,
        languages: languages.filter((one) => texts[one] !== undefined),
      },
    ];
  });
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' };

/** The first words of it, as text: its HTML was written by our own cleaner. */
function excerptOf(html: string): string {
  const text = cutLetters(html, 4 * excerptLettersMax)
    .replace(/<[^>]*(>|$)/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return shortened(text, excerptLettersMax);
}
