import { cleanLine } from './clean-text.ts';
import { limits } from './parsed-mail.ts';

/** The ids of a Message-ID, In-Reply-To or References header, without angle brackets, each once, in order. */
export function readMessageIds(headers: string[]): string[] {
  const ids = headers.flatMap((header) => {
    const bracketed = [...header.matchAll(/<([^<>]+)>/g)].map((match) => match[1] ?? '');
    return bracketed.length > 0 ? bracketed : header.split(/[\s,]+/).filter((word) => word.includes('@'));
  });
  const clean = ids.map((id) => cleanLine(id, limits.messageIdLengthMax + 1).replaceAll(' ', ''));
  const unique = [...new Set(clean)].filter((id) => id !== '' && id.length <= limits.messageIdLengthMax);
  return keepEnds(unique);
}

/** Of too many, the first (where the thread began) and the latest ones matter. */
function keepEnds(ids: string[]): string[] {
  const first = ids[0];
  if (first === undefined || ids.length <= limits.messageIdsMax) return ids;
  return [first, ...ids.slice(1 - limits.messageIdsMax)];
}
