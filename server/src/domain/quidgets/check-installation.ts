import { allowsOrigin, domainOf } from '#contract/allowed-domains.ts';
import type { InstallationFinding } from '#contract/quidgets.ts';
import type { FetchedPage } from './fetch-page.ts';
import { type FoundSnippet, findSnippets, type ReadPage } from './find-snippets.ts';
import { forbiddenBy } from './read-policy.ts';

export type Finding = { key: InstallationFinding; values: Record<string, string> };

type Expected = {
  readonly id: number;
  readonly apiUrl: string;
  readonly allowedDomains: readonly string[];
  /** What other quidgets that the caller sees are called. */
  readonly nameOf: (id: string) => string | undefined;
};

/** What a fetched page says about the quidget that it should carry. Pure. */
export function judgeInstallation(page: FetchedPage, expected: Expected): Finding[] {
  if ('failure' in page) return [finding(page.failure, { host: page.url.host })];
  const { status, headers, body } = page.answer;
  const type = headers['content-type'] ?? '';
  if (status >= 400 || status < 200) return [finding('http_status', { status: String(status) })];
  if (type !== '' && !/\bx?html\b/i.test(type)) return [finding('not_html', { type: type.slice(0, 100) })];
  const read = findSnippets(body.toString('utf8'));
  const policies = [headers['content-security-policy'], ...read.policies].flatMap((one) => one ?? []);
  return [
    ...snippetFindings(read, page.url, expected),
    ...policyFindings(policies, read.snippets, page.url, expected),
    ...domainFindings(page.url, expected),
  ];
}

function snippetFindings({ snippets, hasTagManager }: ReadPage, page: URL, expected: Expected): Finding[] {
  const live = snippets.filter((one) => one.how !== 'comment');
  const ours = live.filter((one) => one.id === String(expected.id));
  const here = ours.filter((one) => serverOf(one, page) === expected.apiUrl);
  const [first] = here;
  const found: Finding[] = [];
  if (first) found.push(finding(first.how === 'tag' ? 'installed' : 'installed_by_script'));
  if (ours.length > 1) found.push(finding('twice', { times: String(ours.length) }));
  const elsewhere = ours.map((one) => serverOf(one, page)).find((server) => server !== expected.apiUrl);
  if (elsewhere !== undefined) found.push(finding('wrong_server', { server: elsewhere.slice(0, 200) }));
  for (const id of new Set(live.flatMap((one) => (one.id === String(expected.id) ? [] : [one.id ?? '?']))))
    found.push(finding('other_quidget', { id: id.slice(0, 20), name: expected.nameOf(id) ?? '' }));
  if (found.length > 0) return found;
  if (snippets.length > 0) return [finding('in_comment')];
  return [finding('not_installed'), ...(hasTagManager ? [finding('tag_manager')] : [])];
}

function policyFindings(
  policies: readonly string[],
  snippets: readonly FoundSnippet[],
  page: URL,
  expected: Expected,
): Finding[] {
  const nonce = snippets.find((one) => one.how === 'tag')?.nonce;
  return forbiddenBy(policies, { page, server: new URL(expected.apiUrl), nonce }).map((directive) =>
    finding('policy_forbids', { directive: directive.slice(0, 300), server: new URL(expected.apiUrl).origin }),
  );
}

function domainFindings(page: URL, { allowedDomains }: Expected): Finding[] {
  if (allowsOrigin(allowedDomains, page.origin)) return [];
  // Without a name, what could be allowed is nothing.
  return [finding('domain_not_allowed', { host: page.host, domain: domainOf(page.origin) ?? '' })];
}

const finding = (key: InstallationFinding, values: Record<string, string> = {}): Finding => ({ key, values });

/** `https://desk.example/v1/quidget.js` → `https://desk.example/v1`. */
function serverOf({ src }: FoundSnippet, page: URL): string {
  return URL.canParse(src, page.href) ? new URL('.', new URL(src, page)).href.replace(/\/$/, '') : src;
}
