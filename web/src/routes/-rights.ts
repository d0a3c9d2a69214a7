import type { PrivilegeKey } from '#contract/privileges.ts';
import { mayDo, type Self } from '../api/self.ts';
import { companiesToImport, isCsvEntity } from '../features/csv/csv-rights.ts';
import { isEntityName } from '../features/entity/entity-names.ts';
import { mayCreate, mayGet, nounOf } from '../features/entity/entity-rights.ts';
import type { access } from './-access.ts';

type SignedIn = {
  [To in keyof typeof access]: (typeof access)[To] extends 'authorized' ? To : never;
}[keyof typeof access];

/** What an address asks of whoever opens it. */
export type Wanted =
  /** It is one's own, or leads elsewhere. */
  | 'nothing'
  /** It is the installation's, and not there for anybody else. */
  | 'operator'
  /** Of the noun in the address: to see it, to add one, to bring some in from a file. */
  | 'get'
  | 'add'
  | 'import'
  /** All of these, in one company. */
  | readonly PrivilegeKey[]
  | { readonly operatorOr: readonly PrivilegeKey[] };

/**
 * SPEC section 6: which rights the address of every signed-in page asks for. `WhereAllowed` keeps it; a route that is missing
 * here does not compile. What somebody may change on a page, its buttons say.
 */
export const wanted = {
  '/$entity': 'get',
  '/$entity/$id/edit': 'get',
  '/$entity/add': 'add',
  '/$entity/import': 'import',
  '/$entity/search': 'get',
  // Which companies let whom keep a provider, the page says.
  '/ai': 'nothing',
  '/audit': { operatorOr: ['audit.get'] },
  '/companies/$id/edit': ['companies.get'],
  '/compose': ['messages.create'],
  '/customer/$customerId': ['customers.get'],
  '/email-confirmation': 'nothing',
  '/inboxes': ['products.get', 'tickets.get'],
  '/integrations/$id/edit': ['integrations.get'],
  '/integrations/add': ['integrations.create'],
  '/mailboxes/$id/edit': ['mailboxes.get'],
  '/mailboxes/$id/log': ['mailboxes.get', 'inbound-mails.get'],
  '/mailboxes/add': ['mailboxes.create'],
  '/password': 'nothing',
  '/profile': 'nothing',
  '/queryitem/users/$id': 'nothing',
  '/quidgets/$id/edit': ['quidgets.get'],
  '/quidgets/add': ['quidgets.create'],
  '/redirection': 'nothing',
  '/settings': 'nothing',
  '/security': 'nothing',
  '/tickets': ['tickets.get'],
  '/tickets/$id': ['tickets.get'],
  '/try-to-guess-url/admin/accounts/unlock': 'operator',
  '/try-to-guess-url/admin/announcements': 'operator',
  '/try-to-guess-url/admin/companies': 'operator',
  '/try-to-guess-url/admin/health': 'operator',
  '/try-to-guess-url/admin/phones/create': 'operator',
  '/try-to-guess-url/admin/promocode/make': 'operator',
  '/users/$id/edit': ['users.get'],
  // People are invited over their list.
  '/users/add': ['users.get', 'invites.create'],
  '/users/search': ['users.get'],
  '/visitors': ['tickets.get'],
} as const satisfies Record<SignedIn, Wanted>;

export type Verdict = 'open' | 'not allowed' | 'not found';

/** Whether somebody may open what the pattern `to` stands for, with the noun that is in the address, if one is. */
export function judgeAddress(who: Self, to: string, noun?: string): Verdict {
  const asked: Wanted | undefined = Object.entries(wanted).find(([address]) => address === to)?.[1];
  if (asked === 'operator') return isOperator(who) ? 'open' : 'not found';
  return asked === undefined || isGranted(who, asked, noun) ? 'open' : 'not allowed';
}

function isGranted(who: Self, asked: Exclude<Wanted, 'operator'>, noun: string | undefined): boolean {
  if (asked === 'nothing') return true;
  if (typeof asked === 'object')
    return 'operatorOr' in asked ? isOperator(who) || hasAll(who, asked.operatorOr) : hasAll(who, asked);
  // What is no noun is nobody's to see, and told by its route.
  if (noun === undefined || !isEntityName(noun)) return true;
  if (asked === 'get') return mayGet(noun, who);
  if (asked === 'add') return mayCreate(noun, who);
  const rows = nounOf(noun);
  return !isCsvEntity(rows) || companiesToImport(who, rows).length > 0;
}

const isOperator = (who: Self): boolean => who.user.is_operator === 1;

const hasAll = (who: Self, rights: readonly PrivilegeKey[]): boolean =>
  who.companies.some(({ id }) => rights.every((right) => mayDo(who, right, id)));
