import { emailValue } from '#contract/entity.ts';
import { readNumber } from '#domain/phones/index.ts';
import { Problem } from '#platform/problem.ts';

type Typed = { readonly name: string; readonly email: string; readonly phone: string; readonly question: string };

/** What a visitor typed about themselves, as it is compared; what is no address or no number is named. */
export function readChatAsked({ name, email, phone, question }: Typed): Typed {
  const address = email.trim() === '' ? '' : emailValue.safeParse(email.trim()).data;
  if (address === undefined) throw new Problem('invalid_email', { field: 'data.asked.email' });
  const number = phone.trim() === '' ? undefined : readNumber(phone);
  if (phone.trim() !== '' && !number) throw new Problem('phone_invalid', { field: 'data.asked.phone' });
  return { name: name.trim(), email: address, phone: number?.e164 ?? '', question: question.trim() };
}
