import type { Declaration } from '../declaration.ts';
import type { EntityName } from '../entity-names.ts';
import { companyDeclaration } from './companies.tsx';
import { customerDeclaration } from './customers.tsx';
import { mailboxDeclaration } from './mailboxes.tsx';
import { productDeclaration } from './products.tsx';

/** Every noun with a list and a form, each declared in a file of its own. */
export const declarations: Record<EntityName, Declaration> = {
  products: productDeclaration,
  companies: companyDeclaration,
  mailboxes: mailboxDeclaration,
  customers: customerDeclaration,
};
