/**
 * Amazon SES overrides the Message-ID of what it sends, by `<id@REGION.amazonses.com>` or (us-east-1)
 * `<id@email.amazonses.com>`, where `250 Ok id` is its answer to DATA (SES Developer Guide, "Header fields in Amazon SES").
 * Answers that name such an id name our letter: the id is found by what stands before the @, whatever the region.
 */
export function idGivenBySes(host: string, response: string | null): string | null {
  if (!sesHost.test(host)) return null;
  return (
    /^250 (?:\d\.\d\.\d )?Ok <?([0-9a-z-]{16,200})(?:@[^>]*)?>?\s*$/i.exec(response ?? '')?.[1]?.toLowerCase() ?? null
  );
}

const sesHost = /(?:^|\.)email-smtp(?:-fips)?\.[a-z0-9-]+\.(?:vpce\.)?amazonaws\.com(?:\.cn)?$/i;

/** What SES called a letter; undefined for every other Message-ID (without angle brackets). */
export const sesIdOf = (messageId: string): string | undefined =>
  /^([0-9a-z-]{16,200})@(?:[a-z0-9-]+\.)+amazonses\.com(?:\.cn)?$/i.exec(messageId)?.[1]?.toLowerCase();
