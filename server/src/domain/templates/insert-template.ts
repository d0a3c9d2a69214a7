import type { Attachment } from '#contract/messages.ts';
import type { TemplateTexts } from '#contract/templates.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { uploadAgain } from '../messages/index.ts';
import { chooseLanguage, type Language } from './choose-language.ts';
import { type Filled, fillTemplate } from './fill-template.ts';
import { mayUseTemplate } from './may-use-template.ts';
import { readTicketFacts } from './ticket-facts.ts';

export type Inserted = Filled & { language: Language; attachments: Attachment[] };

/** A template as this ticket has it, and its files as uploads of this person, to be sent or forgotten like others. */
export async function insertTemplate(
  tx: Tx,
  the: { id: number; language?: Language | undefined },
  ticket: { id: number; company_id: number },
  caller: Caller,
): Promise<Inserted> {
  const template = await tx.row<{ texts: TemplateTexts }>(
    sql`select texts from templates t where t.id = ${the.id} and t.company_id = ${ticket.company_id} and t.is_deleted = 0 and ${mayUseTemplate(caller, 't')}`,
  );
  if (!template || !caller.may(ticket.company_id, 'templates.get'))
    throw new Problem('not_found', { field: 'data.id' });
  const facts = await readTicketFacts(tx, ticket.id, caller);
  const language = chooseLanguage(template.texts, { ...facts, asked: the.language });
  if (language === undefined) throw new Problem('not_found', { field: 'data.id' });
  const filled = fillTemplate(template.texts[language] ?? '', facts.values);
  const attachments = await uploadAgain(tx, { templateId: the.id, companyId: ticket.company_id }, caller);
  return { ...filled, language, attachments };
}

/** The same for a letter whose customer is not known yet: what is variable is filled in when it is sent. */
export async function insertForNobody(
  tx: Tx,
  the: { id: number; language?: Language | undefined },
  caller: Caller,
): Promise<Inserted> {
  const template = await tx.row<{ company_id: number; texts: TemplateTexts; agent: Language }>(
    sql`select t.company_id, t.texts, u.language as agent from templates t join users u on u.id = ${caller.userId}
        where t.id = ${the.id} and t.is_deleted = 0 and ${mayUseTemplate(caller, 't')}`,
  );
  if (
    !template ||
    !caller.may(template.company_id, 'templates.get') ||
    !caller.may(template.company_id, 'messages.create')
  )
    throw new Problem('not_found', { field: 'data.id' });
  const { texts, agent } = template;
  const language = chooseLanguage(texts, { asked: the.language, customer: null, letter: '', agent });
  if (language === undefined) throw new Problem('not_found', { field: 'data.id' });
  const attachments = await uploadAgain(tx, { templateId: the.id, companyId: template.company_id }, caller);
  return { html: texts[language] ?? '', unfilled: [], unknown: [], language, attachments };
}
