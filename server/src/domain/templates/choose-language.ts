import { languages } from '#contract/settings.ts';
import type { TemplateTexts } from '#contract/templates.ts';

export type Language = (typeof languages)[number];

/**
 * The variant to insert: the one asked for; else the customer's language, else the one they write in, else the agent's;
 * else whichever there is.
 */
export function chooseLanguage(
  texts: TemplateTexts,
  of: { asked?: Language | undefined; customer: Language | null; letter: string; agent: Language },
): Language | undefined {
  const wishes = [of.asked, of.customer ?? languageOfLetter(of.letter), of.agent, ...languages];
  return wishes.find((one) => one !== undefined && texts[one] !== undefined);
}

/** Told by its letters, when enough of them are of one kind. */
export function languageOfLetter(text: string): Language | undefined {
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (cyrillic + latin < lettersMin) return undefined;
  return cyrillic > latin ? 'ua' : 'en';
}
const lettersMin = 4;
