import { type Additional, type Messenger, messengers } from '#contract/integrations.ts';
import type { FormValues } from '../form-values.ts';

/** Which messenger a form is about; its page said so when it was opened. */
export function messengerOf(values: FormValues): Messenger {
  const { messenger } = (values.additional ?? {}) as Partial<Additional>; // what the contract or the page wrote
  return messengers.find((one) => one === messenger) ?? 'telegram';
}
