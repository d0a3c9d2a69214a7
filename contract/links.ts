import { entity, flag, id, longText, several, text, time } from './entity.ts';

/** Of a company: they stand beside every ticket, and nobody chooses well among more. */
export const linksMax = 30;
export const linkProductsMax = 100;
export const linkUrlLettersMax = 1000;
export const linkVariablesMax = 20;
/** As much as HMAC with SHA-256 is worth (RFC 7518, section 3.2), in letters of one byte. */
export const linkSecretLettersMin = 32;
export const linkSecretLettersMax = 200;
/** So long is the token good that whoever follows a link brings along. */
export const linkTokenSeconds = 300;

/** What an address may say of a ticket. `token` is where the token stands; without it, it is the parameter `token`. */
export const linkVariables = [
  'ticket.id',
  'ticket.number',
  'ticket.title',
  'customer.id',
  'customer.name',
  'customer.email',
  'customer.phone',
  'product.id',
  'product.name',
  'company.id',
  'agent.id',
  'agent.email',
  'token',
] as const;
export type LinkVariable = (typeof linkVariables)[number];

const isLinkVariable = (name: string): name is LinkVariable => linkVariables.some((one) => one === name);
/** Both sides have it, and it is all that the contract knows of either. */
declare const URL: { canParse(url: string): boolean };
const variable = /\{([^{}]*)\}/g;

/** The address with each variable replaced. */
export const fillLink = (url: string, valued: (name: LinkVariable) => string): string =>
  url.replace(variable, (whole, name: string) => (isLinkVariable(name) ? valued(name) : whole));

/**
 * Whether an address may be kept: `https`, or `http` on one's own machine, with variables that there are, and none of them
 * where they would decide whose address it is.
 */
export function isLinkUrl(url: string): boolean {
  const names = [...url.matchAll(variable)].map(([, name = '']) => name);
  if (names.length > linkVariablesMax || !names.every(isLinkVariable)) return false;
  if (/[\s\\{}]/.test(fillLink(url, () => ''))) return false;
  const scheme = /^https?(?=:\/\/)/i.exec(url)?.[0].toLowerCase();
  const host = hostOfLink(url);
  if (scheme === undefined || !server.test(host) || (scheme !== 'https' && !ownMachine.test(host))) return false;
  // What no browser could go to: a port that there is not, a name that is none.
  return URL.canParse(fillLink(url, () => 'x'));
}

/** A name or an address, without anybody's password before it. */
const server = /^(?:[\p{L}\p{N}][\p{L}\p{N}.-]{0,252}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/iu;
const ownMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** Whose address it is: the part that no variable may change. */
export const hostOfLink = (url: string): string => /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';

/** Where else a ticket's people look: addresses of a company's own that stand beside each ticket. */
export const links = entity('links', {
  searched: ['name'],
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    name: text({ min: 2, max: 50, write: 'always', required: true }),
    /** `https://shop.example/orders?mail={customer.email}`; each value is percent-encoded. */
    url: longText({
      min: 1,
      max: linkUrlLettersMax,
      write: 'always',
      required: true,
      rule: { key: 'link_url_malformed', holds: isLinkUrl },
    }),
    /** Beside tickets of these products alone; none: of all. */
    product_ids: several('products', { write: 'always', max: linkProductsMax }),
    /** Whoever follows it brings a token that says who, from which ticket, signed with the secret. */
    is_signed: flag({ write: 'always' }),
    /** What the tokens are signed with. It is written and never read. */
    secret: longText({
      min: linkSecretLettersMin,
      max: linkSecretLettersMax,
      write: 'always',
      nullable: true,
      readable: false,
    }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
});

/** `GET links/{id}/open?ticket={id}` leads there by a redirect. */
export const openLinkPath = (linkId: number, ticketId: number): string => `links/${linkId}/open?ticket=${ticketId}`;
