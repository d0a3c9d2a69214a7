/** `v=DKIM1; k=rsa; p=…`: tags in lower case (RFC 6376 section 3.2). The first of a name counts. */
export function readTags(record: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const piece of record.split(';')) {
    const [, name, value = ''] = /^\s*([a-z][a-z0-9_]*)\s*=\s*(.*?)\s*$/is.exec(piece) ?? [];
    if (name !== undefined && !tags.has(name.toLowerCase())) tags.set(name.toLowerCase(), value);
  }
  return tags;
}
