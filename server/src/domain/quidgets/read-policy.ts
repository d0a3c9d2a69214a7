/**
 * What a page's Content Security Policy says of a script from our server, and of its talking to us (CSP level 3). Answers
 * the directives that forbid it, as their owner wrote them.
 */
export function forbiddenBy(
  policies: readonly string[],
  the: { page: URL; server: URL; nonce: string | undefined },
): string[] {
  const found = policies.flatMap((header) => header.split(',')).flatMap((policy) => directivesAgainst(policy, the));
  return [...new Set(found)];
}

function directivesAgainst(policy: string, the: { page: URL; server: URL; nonce: string | undefined }): string[] {
  const directives = new Map<string, string[]>();
  for (const one of policy.split(';')) {
    const [name = '', ...sources] = one.trim().split(/\s+/);
    // Of two alike the first counts.
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  const effective = (...names: string[]) => names.find((name) => directives.has(name));
  const script = effective('script-src-elem', 'script-src', 'default-src');
  const talk = effective('connect-src', 'default-src');
  const told = (name: string) => [name, ...(directives.get(name) ?? [])].join(' ');
  return [
    ...(script && !allowsScript(directives.get(script) ?? [], the) ? [told(script)] : []),
    ...(talk && !allowsAddress(directives.get(talk) ?? [], the) ? [told(talk)] : []),
  ];
}

function allowsScript(sources: readonly string[], the: { page: URL; server: URL; nonce: string | undefined }): boolean {
  if (the.nonce && sources.includes(`'nonce-${the.nonce}'`)) return true;
  // With it browsers pass over all addresses.
  if (sources.includes("'strict-dynamic'")) return false;
  return allowsAddress(sources, the);
}

function allowsAddress(sources: readonly string[], { page, server }: { page: URL; server: URL }): boolean {
  return sources.some((written) => {
    const source = written.toLowerCase();
    if (source === '*') return true;
    if (source === "'self'") return page.origin === server.origin;
    if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return source === server.protocol;
    return matches(source, page, server);
  });
}

/** `[scheme://]host[:port][/path]`; the path is left alone, since nobody writes one for a script of somebody else's. */
function matches(source: string, page: URL, server: URL): boolean {
  const parts = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9._-]+)(?::(\d+|\*))?(?:\/|$)/.exec(source);
  if (!parts) return false;
  const [, scheme, host = '', port] = parts;
  const isScheme = scheme
    ? `${scheme}:` === server.protocol || (scheme === 'http' && server.protocol === 'https:')
    : server.protocol === page.protocol || server.protocol === 'https:';
  const isHost =
    host === '*' || (host.startsWith('*.') ? server.hostname.endsWith(host.slice(1)) : host === server.hostname);
  return isScheme && isHost && (port === '*' || (port ?? '') === server.port || usualPort(server) === port);
}

const usualPort = (of: URL): string => of.port || (of.protocol === 'https:' ? '443' : '80');
