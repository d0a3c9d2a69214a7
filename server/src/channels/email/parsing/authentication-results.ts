import { cleanLine } from './clean-text.ts';
import { type AuthenticationResult, limits } from './parsed-mail.ts';

/** Reads Authentication-Results headers (RFC 8601), in the order given. Says nothing about which of them to believe. */
export function readAuthenticationResults(headers: string[]): AuthenticationResult[] {
  return headers.slice(0, limits.authenticationResultsMax).flatMap((header) => {
    const [first = '', ...results] = splitStatements(header.slice(0, limits.headerValueLengthMax));
    const authservId = cleanLine(first.trim().split(/\s+/)[0] ?? '', limits.addressLengthMax).toLowerCase();
    return authservId === '' || authservId.includes('=') ? [] : [collect(authservId, results.map(readStatement))];
  });
}

type Statement = { method: string; result: string; properties: Map<string, string> };

function collect(authservId: string, statements: Statement[]): AuthenticationResult {
  const spf = statements.find((one) => one.method === 'spf');
  const dmarc = statements.find((one) => one.method === 'dmarc');
  const signatures = statements.filter((one) => one.method === 'dkim');
  const passed = signatures.filter((one) => one.result === 'pass');
  return {
    authservId,
    spf: spf?.result ?? null,
    spfDomain: domainOf(spf?.properties.get('smtp.mailfrom') ?? spf?.properties.get('smtp.helo')),
    dkim: (passed[0] ?? signatures[0])?.result ?? null,
    dkimDomains: passed.flatMap(
      (one) => domainOf(one.properties.get('header.d') ?? one.properties.get('header.i')) ?? [],
    ),
    dmarc: dmarc?.result ?? null,
    dmarcFromDomain: domainOf(dmarc?.properties.get('header.from')),
  };
}

function domainOf(value: string | undefined): string | null {
  if (!value) return null;
  return value.slice(value.lastIndexOf('@') + 1).toLowerCase() || null;
}

/** `dkim=pass header.d=example.com`; of a property written twice the first counts. */
function readStatement(statement: string): Statement {
  const words = cleanLine(statement, limits.headerValueLengthMax)
    .replaceAll(' =', '=')
    .replaceAll('= ', '=')
    .split(' ');
  const properties = new Map<string, string>();
  for (const word of words) {
    const equals = word.indexOf('=');
    const name = word.slice(0, equals).toLowerCase();
    if (equals > 0 && !properties.has(name))
      properties.set(name, word.slice(equals + 1, equals + 1 + limits.addressLengthMax));
  }
  const [method = '', result = ''] = properties.entries().next().value ?? [];
  return { method: method.split('/')[0] ?? '', result: result.toLowerCase(), properties };
}

/**
 * Splits at semicolons, in one pass. Comments, which may nest, are left out. What is quoted may hold words of the
 * sender, so nothing in it may look like a property of its own.
 */
function splitStatements(header: string): string[] {
  const parts = [''];
  let quoted = false;
  let comments = 0;
  for (let i = 0; i < header.length; i++) {
    const char = header.charAt(i);
    if (char === '\\') i++;
    else if (char === '"' && comments === 0) quoted = !quoted;
    else if (quoted) parts[parts.length - 1] += /[\s=;]/.test(char) ? '_' : char;
    else if (char === '(') comments++;
    else if (char === ')' && comments > 0) comments--;
    else if (comments > 0) continue;
    else if (char === ';') parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}
