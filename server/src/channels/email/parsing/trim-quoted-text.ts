export type SplitText = { visible: string; quoted: string };
export function splitQuotedText(text: string): SplitText {
  return { visible: text.trim(), quoted: '' };
}
