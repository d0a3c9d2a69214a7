import { useMemo } from 'react';
import { linkText } from './link-text.ts';

/** Plain text as it was written, with its addresses to follow. */
export function PlainText({ text }: { text: string }) {
  const parts = useMemo(() => linkText(text), [text]);
  return parts.map((part, at) =>
    part.href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
      <a key={at} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}
