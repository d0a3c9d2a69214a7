import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

export type PhoneNumber = {
  readonly e164: string;
  readonly country: string;
  /** As people write it: `+44 20 7946 0958`. */
  readonly readable: string;
};

/** What was typed as E.164, with its country; undefined when no such number can be. It must begin with its country's code. */
export function readNumber(typed: string): PhoneNumber | undefined {
  const digits = typed.trim();
  const found = parsePhoneNumberFromString(digits.startsWith('+') ? digits : `+${digits}`);
  return found?.isValid()
    ? { e164: found.number, country: found.country ?? '', readable: found.formatInternational() }
    : undefined;
}
