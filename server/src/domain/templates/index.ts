import './follow-references.ts';

export { chooseLanguage } from './choose-language.ts';
export { type CleanHtml, cleanSignature, requireVariables } from './clean-signature.ts';
export { countUses, requireTemplates } from './count-uses.ts';
export { fillLine, fillTemplate, type KnownValues } from './fill-template.ts';
export { findTemplates } from './find-templates.ts';
export { insertForNobody, insertTemplate } from './insert-template.ts';
export { isUsable, mayUseTemplate } from './may-use-template.ts';
export { previewTemplate } from './preview-template.ts';
export { templatesTable } from './templates-table.ts';
export { readTicketFacts } from './ticket-facts.ts';
