/** `v=DKIM1; k=rsa; p=…`: tags in lower case (RFC 6376 section 3.2). The first of a name counts. */
export function readTags(record: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const piece of record.split(';')) {
    const equals = piece.indexOf('=');
    const name = piece.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (/^[a-z][a-z0-9_]*$/.test(name) && !tags.has(name)) tags.set(name, piece.slice(equals + 1).trim());
  }
  return tags;
}
