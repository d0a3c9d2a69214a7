import { expect, test } from 'vitest';
import { inviteLetter } from './invite-letter.ts';

const about = { brand: 'Parley', team: null, inviter: 'Оксана', role: 'agent', url: 'https://parley.test/' } as const;
const written = (company: string) => inviteLetter('ua', { ...about, company });

test('in Ukrainian a company is called one, and the brand that stands for a name like a link is not', () => {
  expect(written('Дім і Дуб')).toMatchObject({
    subject: 'Вас запрошено до компанії «Дім і Дуб»',
    title: 'Приєднайтеся до компанії «Дім і Дуб»',
    paragraphs: ['Оксана запрошує вас разом відповідати клієнтам компанії «Дім і Дуб».', expect.anything()],
  });
  expect(written('www.lure.test')).toMatchObject({
    subject: 'Вас запрошено до Parley',
    paragraphs: ['Оксана запрошує вас разом відповідати клієнтам однієї компанії.', expect.anything()],
  });
});
