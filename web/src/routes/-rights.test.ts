import { QueryClient } from '@tanstack/react-query';
import { isRedirect } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import {
  defaultPrivileges,
  type PrivilegeKey,
  privilegeKeys,
  type RoleName,
  roleLevels,
} from '#contract/privileges.ts';
import { type Self, selfQuery } from '../api/self.ts';
import { companiesToAdd, companyToAdd } from '../features/entity/companies-to-add.ts';
import { declarations } from '../features/entity/declarations/index.ts';
import { type EntityName, entityNames } from '../features/entity/entity-names.ts';
import { addRightsOf, nounOf } from '../features/entity/entity-rights.ts';
import { requireSignedOut } from './-guards.ts';
import { judgeAddress, type Wanted, wanted } from './-rights.ts';

const lumen = 7;
const oak = 8;

/** Ira works for one company or two; a company's own settings say what its agents may do. */
function ira({ role = 'agent', only, of = [lumen], is_operator = 0 }: Who = {}): Self {
  const table = (company: number) => {
    const rights = typeof only === 'function' ? only(company) : only;
    return rights && { [role]: Object.fromEntries(privilegeKeys.map((key) => [key, rights.includes(key) ? 1 : 0])) };
  };
  return {
    user: { is_operator },
    companies: of.map((id) => ({ id })),
    roles: of.map((company_id) => ({ company_id, name: role, level: roleLevels[role], scope: 'company' })),
    privileges: { default: defaultPrivileges, companies: Object.fromEntries(of.map((id) => [id, table(id) ?? {}])) },
  } as unknown as Self;
}
type Rights = readonly PrivilegeKey[];
type Who = {
  role?: RoleName;
  only?: Rights | ((company: number) => Rights);
  of?: readonly number[];
  is_operator?: 0 | 1;
};

/** One of them is enough, as on the server (csv-routes.ts). */
const importRights: Record<string, Rights | undefined> = {
  customers: ['customers.create', 'customers.update'],
  users: ['invites.create'],
  templates: ['templates.create', 'templates.update'],
  tags: ['tags.create', 'tags.update'],
  phones: ['product-call-phones.update'],
};

/** Every address that asks for rights, with each noun that may stand in it, and the rights: one of each list. */
type Address = { to: string; noun?: EntityName; lists: Rights[] };
const addresses = Object.entries(wanted as Record<string, Wanted>).flatMap(([to, asked]): Address[] =>
  to.startsWith('/$entity')
    ? entityNames.map((noun) => ({ to, noun, lists: listsOf(asked, noun) }))
    : [{ to, lists: listsOf(asked) }],
);
function listsOf(asked: Wanted, noun?: EntityName): Rights[] {
  if (typeof asked === 'object')
    return 'operatorOr' in asked ? asked.operatorOr.map((one) => [one]) : asked.map((one) => [one]);
  if (!noun) return [];
  if (asked === 'get') return [[`${nounOf(noun)}.get`]];
  if (asked === 'add') return addRightsOf(noun).map((one) => [one]);
  return importRights[noun] ? [importRights[noun]] : [];
}

const named = ({ to, noun }: Address) => to.replace('$entity', noun ?? '$entity');

describe.each(addresses.filter(({ lists }) => lists.length > 0).map((one) => [named(one), one] as const))(
  '%s',
  (_name, { to, noun, lists }) => {
    test('opens to a role that has just what it asks for', () => {
      expect(judgeAddress(ira({ only: lists.map((list) => list[0] as PrivilegeKey) }), to, noun)).toBe('open');
    });

    test.each(lists.map((list) => [list.join(' or '), list] as const))(
      'is shut to a role that has all but %s',
      (_, without) => {
        const rest = privilegeKeys.filter((key) => !without.includes(key));
        expect(judgeAddress(ira({ only: rest }), to, noun)).toBe('not allowed');
      },
    );
  },
);

/** What a role does not open of itself, by the name of the address. */
const shutTo = (who: Self) =>
  addresses.filter(({ to, noun }) => judgeAddress(who, to, noun) === 'not allowed').map(named);

test('by default an agent is shut out of what administers, a supervisor of a little less, an admin of nothing', () => {
  const administers = [
    ...[
      'calendars',
      'integrations',
      'labels',
      'links',
      'mailboxes',
      'phones',
      'products',
      'quidgets',
      'teams',
      'users',
    ].map((noun) => `/${noun}/add`),
    ...[
      '/audit',
      '/integrations/add',
      '/mailboxes/add',
      '/phones/import',
      '/quidgets/add',
      '/users/add',
      '/users/import',
    ],
  ];
  const supervises = ['/categories/add', '/mailboxes/$id/log'];
  expect(shutTo(ira()).sort()).toEqual([...administers, ...supervises].sort());
  expect(shutTo(ira({ role: 'supervisor' })).sort()).toEqual([...administers].sort());
  expect(shutTo(ira({ role: 'admin' }))).toEqual([]);
});

/** Of the pages that are no noun's alone: which an admin loses together with a right. */
const goWith: Readonly<Record<PrivilegeKey, readonly string[]>> = {
  'audit.get': ['/audit'],
  'companies.get': ['/companies/$id/edit'],
  'customers.get': ['/customer/$customerId'],
  'inbound-mails.get': ['/mailboxes/$id/log'],
  'integrations.create': ['/integrations/add'],
  'integrations.get': ['/integrations/$id/edit'],
  'invites.create': ['/users/add'],
  'mailboxes.create': ['/mailboxes/add'],
  'mailboxes.get': ['/mailboxes/$id/edit', '/mailboxes/$id/log'],
  'messages.create': ['/compose'],
  'products.get': ['/inboxes'],
  'quidgets.create': ['/quidgets/add'],
  'quidgets.get': ['/quidgets/$id/edit'],
  'tickets.get': ['/inboxes', '/tickets', '/tickets/$id', '/visitors'],
  'users.get': ['/users/$id/edit', '/users/add', '/users/search'],
};

test('a right that is taken away takes these pages with it, and no others', () => {
  const own = Object.keys(wanted).filter((to) => !to.startsWith('/$entity') && !to.startsWith('/try-to-guess-url/'));
  for (const right of privilegeKeys) {
    const without = ira({ role: 'admin', only: privilegeKeys.filter((key) => key !== right) });
    const shut = own.filter((to) => judgeAddress(without, to) !== 'open');
    expect([right, shut.sort()]).toEqual([right, goWith[right] ?? []]);
  }
});

test('what takes two rights takes them in one company', () => {
  const half: Rights = ['mailboxes.get'];
  const other: Rights = ['inbound-mails.get'];
  const torn = ira({ of: [lumen, oak], only: (company) => (company === lumen ? half : other) });
  expect(judgeAddress(torn, '/mailboxes/$id/log')).toBe('not allowed');
  const whole = ira({ of: [lumen, oak], only: (company) => (company === lumen ? [] : [...half, ...other]) });
  expect(judgeAddress(whole, '/mailboxes/$id/log')).toBe('open');
});

test('a new one starts where it may be made: in the company that was looked at, or else in the first of those', () => {
  const may: Rights = ['tags.create', 'saved-searches.create', 'tickets.get'];
  const who = ira({ of: [lumen, oak], only: (company) => (company === oak ? may : ['tags.get', 'tickets.get']) });
  expect(companiesToAdd('tags', who)).toEqual([{ id: oak }]);
  expect([companyToAdd('tags', who), companyToAdd('tags', who, lumen)]).toEqual([oak, oak]);
  const both = ira({ of: [lumen, oak], only: may });
  expect([companyToAdd('tags', both), companyToAdd('tags', both, oak)]).toEqual([lumen, oak]);
  expect(companyToAdd('tags', both, 9), 'a company of others').toBe(lumen);
  expect(companyToAdd('tags', ira({ only: [] }), lumen)).toBeUndefined();
});

test('the hidden pages are not there for whoever does not run the installation', () => {
  const hidden = Object.keys(wanted).filter((to) => to.startsWith('/try-to-guess-url/')) as (keyof typeof wanted)[];
  expect(hidden).toHaveLength(6);
  for (const to of hidden) {
    const owner = ira({ role: 'owner' });
    expect([to, judgeAddress(owner, to)]).toEqual([to, 'not found']);
    expect([to, judgeAddress(ira({ of: [], is_operator: 1 }), to)]).toEqual([to, 'open']);
  }
});

test('an operator reads the trail of the installation without a company, and nothing of any', () => {
  const operator = ira({ of: [], is_operator: 1 });
  expect(judgeAddress(operator, '/audit')).toBe('open');
  expect(judgeAddress(ira({ of: [] }), '/audit')).toBe('not allowed');
  expect(judgeAddress(operator, '/tickets')).toBe('not allowed');
});

test('the trail of a company is for whoever sees all of it', () => {
  const owner = ira({ role: 'owner' });
  expect(judgeAddress(owner, '/audit')).toBe('open');
  const roles = owner.roles.map((role) => ({ ...role, scope: 'team' as const }));
  expect(judgeAddress({ ...owner, roles }, '/audit')).toBe('not allowed');
});

test('whoever works for nobody may found a company; oneself is open to everybody; what is no noun is left to its route', () => {
  expect(judgeAddress(ira({ of: [] }), '/$entity/add', 'companies')).toBe('open');
  for (const to of ['/profile', '/settings', '/security', '/password', '/ai'])
    expect([to, judgeAddress(ira({ of: [] }), to)]).toEqual([to, 'open']);
  expect(judgeAddress(ira({ only: [] }), '/$entity/add', 'nonsense')).toBe('open');
  expect(judgeAddress(ira({ only: [] }), '/$entity/import', 'labels')).toBe('open');
});

test('rights name every noun as its list does', () => {
  for (const name of entityNames) expect([name, nounOf(name)]).toEqual([name, declarations[name].entity.name]);
});

test('home is a page that is open: the tickets, or the profile of whoever may not see them', async () => {
  const home = async (who: Self) => {
    const client = new QueryClient();
    client.setQueryData(selfQuery.queryKey, {
      ...who,
      user: { ...who.user, email: 'ira@lumenoak.test' },
      settings: { first_view: 'open' },
    } as never);
    return requireSignedOut(client, undefined).catch((thrown: unknown) => isRedirect(thrown) && thrown.options.to);
  };
  expect([await home(ira()), await home(ira({ only: ['customers.get'] }))]).toEqual(['/tickets', '/profile']);
});
