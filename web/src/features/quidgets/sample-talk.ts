import type { QuidgetLanguage } from '#contract/quidget-settings.ts';

/** Colleagues of whoever looks at the preview, by their names. */
export const sampleTeam = {
  en: ['Tove Holm', 'Marko Bilyk'],
  ua: ['Остап Кравець', 'Тарас Бойко'],
} as const satisfies Record<QuidgetLanguage, unknown>;

const texts = {
  en: [
    'Hello. Is the oak table in stock, and when could it be here?',
    'Good morning. There are two of them. Ordered today, it is with you on Thursday.',
    'Thursday is fine. Thank you.',
  ],
  ua: [
    'Доброго дня. Чи є дубовий стіл, і коли його привезуть?',
    'Доброго ранку. Є два. Замовите сьогодні — у четвер буде у вас.',
    'Четвер підходить. Дякую.',
  ],
} as const;

/** A visitor asks, and somebody of the company answers. */
export function sampleTalk(language: QuidgetLanguage, agent: string) {
  const [name = agent] = agent.split(' ');
  return texts[language].map((text, at) => ({ text, name: at % 2 === 1 ? name : null }));
}
