/**
 * The addresses in what somebody pasted: one a line, or with commas and semicolons between them, as `Ira <ira@shop.test>`
 * or bare. What holds no address is kept as it is, so that it can be told; each address comes once.
 */
export function readAddresses(text: string): string[] {
  const found = text.split(/[\n,;]+/).flatMap(addressesOf);
  return [...new Map(found.map((one) => [one.toLowerCase(), one])).values()];
}

function addressesOf(piece: string): string[] {
  const inBrackets = /<([^<>]*)>/.exec(piece)?.[1]?.trim();
  if (inBrackets !== undefined) return inBrackets === '' ? [] : [inBrackets];
  const words = piece.trim().split(/\s+/).filter(Boolean);
  const addresses = words.filter((word) => word.includes('@'));
  if (addresses.length > 0) return addresses;
  return words.length > 0 ? [words.join(' ')] : [];
}
