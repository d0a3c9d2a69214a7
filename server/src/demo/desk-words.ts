import type { TemplateTexts } from '#contract/templates.ts';

/** What the demo's people answer with and find things by. */
export const demoCategories = ['Greetings', 'Orders and delivery', 'Returns and warranty', 'Care', 'Payment'] as const;

export type DemoTemplate = {
  name: string;
  category: (typeof demoCategories)[number];
  /** Replies it went into before the demo begins. */
  used: number;
  texts: TemplateTexts;
};

const both = (
  name: string,
  category: DemoTemplate['category'],
  used: number,
  en: string,
  ua: string,
): DemoTemplate => ({
  name,
  category,
  used,
  texts: { en: paragraphs(en), ua: paragraphs(ua) },
});
const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p>${line}</p>`)
    .join('');

export const demoTemplates: readonly DemoTemplate[] = [
  both(
    'First answer',
    'Greetings',
    141,
    'Hello {{customer.first_name|there}},\nthank you for writing. I am looking into {{ticket.number}} and come back to you today.',
    'Вітаємо, {{customer.first_name|раді вас чути}}!\nДякуємо за лист. Розбираюся зі зверненням {{ticket.number}} і відповім сьогодні.',
  ),
  both(
    'Glad to help',
    'Greetings',
    88,
    'You are welcome, {{customer.first_name|and thank you for asking}}. Do write again whenever something comes up.\n{{agent.first_name}}',
    'Будь ласка! Якщо щось виникне, пишіть знову.\n{{agent.first_name}}',
  ),
  both(
    'One more question',
    'Greetings',
    52,
    'Hello {{customer.first_name|there}},\ncould you send a photo and the order number? Then I can tell at once what is needed.',
    'Вітаємо, {{customer.first_name|раді вас чути}}!\nНадішліть, будь ласка, фото й номер замовлення: так я одразу побачу, що потрібно.',
  ),
  both(
    'Where is my order',
    'Orders and delivery',
    97,
    'Your order is with the carrier and should be with you within two working days. The driver calls an hour ahead.',
    'Ваше замовлення вже у перевізника й буде у вас протягом двох робочих днів. Водій зателефонує за годину.',
  ),
  both(
    'New delivery date',
    'Orders and delivery',
    61,
    'That is no trouble. Which day of next week suits you, and is morning or afternoon better?',
    'Без проблем. Який день наступного тижня вам зручний, і коли краще: зранку чи після обіду?',
  ),
  both(
    'Damaged in transit',
    'Orders and delivery',
    44,
    'I am sorry that it arrived like this. Please keep the packaging and send two photos: one of the damage, one of the label.\nWe replace the part, and you pay nothing.',
    'Прикро, що так сталося. Збережіть, будь ласка, упаковку й надішліть два фото: пошкодження та наклейки.\nМи замінимо деталь, для вас це безплатно.',
  ),
  both(
    'Missing fittings',
    'Orders and delivery',
    29,
    'A full bag of fittings leaves today by letter post. Until it is there the half-built piece may stand as it is.',
    'Повний комплект кріплень поїде сьогодні листом. Доти недозібраний виріб може постояти так.',
  ),
  both(
    'How to return',
    'Returns and warranty',
    73,
    'You may send it back within 30 days. Reply with the order number and we send a label and a date for collection.',
    'Повернути можна протягом 30 днів. Надішліть номер замовлення, і ми передамо наклейку та дату вивезення.',
  ),
  both(
    'Refund is on its way',
    'Returns and warranty',
    57,
    'We have the return and paid the amount back today. Banks take up to five working days to show it.',
    'Ми отримали повернення й сьогодні відправили кошти. Банк зарахує їх протягом п’яти робочих днів.',
  ),
  both(
    'Warranty',
    'Returns and warranty',
    33,
    'Frames are under warranty for ten years and upholstery for three. This is a case for it: we repair or replace it.',
    'На каркас гарантія десять років, на оббивку три. Це саме такий випадок: ми полагодимо або замінимо.',
  ),
  both(
    'Oiling wood',
    'Care',
    38,
    'Once a year is enough: a thin coat of hard-wax oil along the grain, wiped off after 15 minutes, dry overnight.',
    'Раз на рік досить: тонкий шар олії з твердим воском уздовж волокон, за 15 хвилин витерти, сушити до ранку.',
  ),
  both(
    'Cup rings',
    'Care',
    21,
    'A white ring goes with the finest sanding pad along the grain and a drop of oil. A dark one needs a workshop.',
    'Біле коло прибере найтонша губка вздовж волокон і крапля олії. Темне краще довірити майстерні.',
  ),
  both(
    'Invoice for a business',
    'Payment',
    46,
    'Gladly. Send the name, the number and the address as they shall stand on it, and the invoice comes today.',
    'Звісно. Надішліть назву, код і адресу, як вони мають стояти в рахунку, і він буде сьогодні.',
  ),
  both(
    'Paid twice',
    'Payment',
    18,
    'You are right: the amount came twice. One of the two goes back today, by the way it came.',
    'Так, сума надійшла двічі. Одну з них сьогодні повернемо тим самим шляхом.',
  ),
  both(
    'Code not accepted',
    'Payment',
    12,
    'The code holds for orders above 100 € and until the end of the month. I have applied it to your basket by hand.',
    'Код діє для замовлень від 100 € і до кінця місяця. Я застосував його до вашого кошика вручну.',
  ),
];

/** Tags by what a talk is about: its key. */
export const demoTags: readonly { name: string; about: RegExp }[] = [
  { name: 'Delivery damage', about: /crushed-box|damaged|left-outside|floor|customs/ },
  { name: 'Spare parts', about: /wobble|missing-screws|shelf-missing|drawer|part|creak/ },
  { name: 'Wholesale', about: /company-invoice|invoice-fop|cafe-chairs|library/ },
  { name: 'Return', about: /return|old-sofa|wrong-wood|late-refund/ },
  { name: 'Care advice', about: /care|stain|solid-wood|swatches/ },
  { name: 'Rescheduled', about: /other-day|move|where|waited|half/ },
];

/** Labels by the same; the words are those every company starts with. */
export const demoLabels: readonly { name: string; about: RegExp }[] = [
  { name: 'Billing questions', about: /invoice|gift-card|code|cash|charged-twice/ },
  { name: 'Refund', about: /return|late-refund|cancel/ },
  { name: 'Complaint', about: /crushed-box|damaged|no-call|waited|left-outside|wrong-wood|creak/ },
  { name: 'Tech issue', about: /planner-stops|sign-in-link|not-saved|share|invite/ },
  { name: 'Bug report', about: /empty-pdf|blank-export|measure/ },
];
