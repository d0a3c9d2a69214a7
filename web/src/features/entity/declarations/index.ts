import type { Declaration } from '../declaration.ts';
import type { EntityName } from '../entity-names.ts';
import { calendarDeclaration } from './calendars.tsx';
import { categoryDeclaration } from './categories.tsx';
import { companyDeclaration } from './companies.tsx';
import { customerDeclaration } from './customers.tsx';
import { integrationDeclaration } from './integrations.tsx';
import { labelDeclaration } from './labels.tsx';
import { mailboxDeclaration } from './mailboxes.tsx';
import { phoneDeclaration } from './phones.tsx';
import { productDeclaration } from './products.tsx';
import { quidgetDeclaration } from './quidgets.tsx';
import { savedSearchDeclaration } from './saved-searches.tsx';
import { tagDeclaration } from './tags.tsx';
import { teamDeclaration } from './teams.tsx';
import { templateDeclaration } from './templates.tsx';
import { userDeclaration } from './users.tsx';

/** Every noun with a list and a form, each declared in a file of its own. */
export const declarations: Record<EntityName, Declaration> = {
  products: productDeclaration,
  companies: companyDeclaration,
  mailboxes: mailboxDeclaration,
  phones: phoneDeclaration,
  integrations: integrationDeclaration,
  quidgets: quidgetDeclaration,
  teams: teamDeclaration,
  users: userDeclaration,
  calendars: calendarDeclaration,
  customers: customerDeclaration,
  categories: categoryDeclaration,
  templates: templateDeclaration,
  tags: tagDeclaration,
  labels: labelDeclaration,
  'saved-searches': savedSearchDeclaration,
};
