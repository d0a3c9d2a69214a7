import { describe, expect, test } from 'vitest';
import { accountEmail, emailValue } from './entity.ts';
import { wireAddress } from './mail-address.ts';

const taken = (text: string) => emailValue.safeParse(text).success;

describe('the address of somebody', () => {
  test('is whatever mail comes from', () => {
    for (const address of [
      'hanna@lindqvist.test',
      'a@xn--80a1acn3a.xn--j1amh',
      'a&b@x.com',
      'user=dom.com@relay.com',
      'a/b@x.com',
      "o'neill+desk@x.co",
      'олена@xn--80a1acn3a.xn--j1amh',
    ]) {
      expect([address, emailValue.safeParse(address).data]).toEqual([address, address]);
      expect(wireAddress(address)).not.toBeNull();
    }
  });

  test('is kept as letters from there name it', () => {
    expect(emailValue.parse('hanna@пошта.укр')).toBe('hanna@xn--80a1acn3a.xn--j1amh');
    expect(emailValue.parse('Hanna@Lindqvist.Test')).toBe('Hanna@Lindqvist.Test');
  });

  test('A33 smuggles nothing into a header, and no second recipient', () => {
    for (const text of [
      'a@x.com\r\nBcc: b@x.com',
      'a@x.com\n',
      'a\0@x.com',
      'a@x.com,b@x.com',
      '<a@x.com>',
      '"a b"@x.com',
      'a b@x.com',
      'a@b@x.com',
      'a\u2028@x.com',
      'a@x\u202e.com',
      'a\ud800@x.com',
      'a@x.com/evil',
      'a@x.com:25',
      'a@[127.0.0.1]',
      'a@x%2ecom',
    ])
      expect([text, taken(text)]).toEqual([text, false]);
  });

  test('has a name before the sign, and a domain behind it', () => {
    for (const text of [
      '',
      'hanna',
      'hanna@',
      '@x.com',
      'hanna@x',
      '.a@x.com',
      'a..b@x.com',
      'a@x..com',
      'a@-x.com',
      'a@1.2.3.4',
    ])
      expect([text, taken(text)]).toEqual([text, false]);
    expect(taken(`${'a'.repeat(65)}@x.com`)).toBe(false);
    expect(taken(`a@${'ä'.repeat(60)}.de`)).toBe(false);
    expect(emailValue.safeParse('a..b@x').error?.issues).toHaveLength(1);
  });

  test('of an account is told apart from its doubles', () => {
    expect(accountEmail.safeParse('оlena@x.com').success).toBe(false);
    expect(accountEmail.parse('olena@пошта.укр')).toBe('olena@xn--80a1acn3a.xn--j1amh');
  });
});
