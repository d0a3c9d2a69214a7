import { beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../../api/problem.ts';
import { speakInTests } from '../../i18n/speak-in-tests.ts';
import {
  byField,
  checkValues,
  connectionProblems,
  dataOf,
  type Mailbox,
  type MailboxValues,
  mailboxProblems,
  newMailbox,
  newMailboxData,
  valuesOf,
} from './mailbox-values.ts';

beforeAll(() => speakInTests());

const shop: MailboxValues = {
  ...newMailbox,
  product_id: '3',
  from_email: 'shop@lumenoak.example',
  imap_password: ' abcd efgh ',
  imap_server: 'mail.lumenoak.example',
  smtp_host: 'mail.lumenoak.example',
};

describe('a new mailbox', () => {
  test('takes user name, name and sender from the address when they were left empty', () => {
    expect(newMailboxData(shop, 7)).toMatchObject({
      company_id: 7,
      product_id: 3,
      imap_username: 'shop@lumenoak.example',
      name: 'shop@lumenoak.example',
      from_name: 'shop',
      imap_port: 993,
      smtp_login: null,
      imap_box_outbox: null,
    });
  });

  test('takes the name of a server out of an address of the web', () => {
    const typed = { ...shop, imap_server: ' https://imap.lumenoak.example/mail', smtp_host: 'smtp.lumenoak.example' };
    expect(newMailboxData(typed, 7)).toMatchObject({
      imap_server: 'imap.lumenoak.example',
      smtp_host: 'smtp.lumenoak.example',
    });
  });

  test('keeps the blanks of a password, which may be its own', () => {
    expect(newMailboxData(shop, 7).imap_password).toBe(' abcd efgh ');
  });

  test('holds to the rules of the contract', () => {
    expect(checkValues(shop, null)).toEqual({});
    expect(checkValues({ ...shop, from_email: 'shop', imap_password: '', imap_port: '' }, null)).toEqual({
      from_email: 'Invalid email address',
      imap_password: 'This field is required',
      imap_port: 'This field is required',
    });
  });

  test('asks for the address, and not for what would follow from it', () => {
    const { from_email } = checkValues({ ...shop, from_email: '' }, null);
    expect(checkValues({ ...shop, from_email: '' }, null)).toEqual({ from_email });
    expect(from_email).toBeTruthy();
  });
});

test('a check of a new mailbox asks for the address, and not for the user name that follows from it', () => {
  const nobody = { ...shop, from_email: '' };
  expect(connectionProblems(nobody, null, newMailboxData(nobody, 7))).toEqual({
    from_email: 'This field is required',
  });
  expect(connectionProblems({ ...shop, imap_password: '' }, null, newMailboxData(shop, 7))).toEqual({
    imap_password: 'This field is required',
  });
  expect(connectionProblems(shop, null, newMailboxData(shop, 7))).toEqual({});
});

const saved = {
  ...newMailboxData(shop, 7),
  id: 1,
  from_name: 'shop',
  signature: '',
  trusted_authserv_id: null,
} as unknown as Mailbox; // the fields of a row that a form shows

describe('a change', () => {
  test('of a server asks for its password again, and for no other', () => {
    const again = 'The server has changed: enter the password again';
    const now = { ...valuesOf(saved), imap_server: 'new.example' };
    expect(checkValues(now, saved)).toEqual({ imap_password: again });
    expect(checkValues({ ...now, imap_password: 'new' }, saved)).toEqual({});
    expect(checkValues({ ...valuesOf(saved), smtp_port: '25' }, saved)).toEqual({ smtp_password: again });
  });

  test('that the server refuses for want of a password says so at the password', () => {
    const refused = new ApiError(422, [{ key: 'required', message: '', field: 'data.smtp_password' }]);
    expect(mailboxProblems(refused, shop)).toEqual({
      smtp_password: 'The server has changed: enter the password again',
    });
    expect(mailboxProblems(new ApiError(422, [{ key: 'required', message: '', field: 'data.name' }]), shop)).toEqual({
      name: 'This field is required',
    });
  });

  test('never clears a password that was not typed', () => {
    expect(dataOf({ ...shop, imap_password: '' }, ['imap_password', 'from_name', 'from_email'])).toEqual({
      from_name: 'shop',
      from_email: 'shop@lumenoak.example',
    });
    expect(checkValues(valuesOf(saved), saved)).toEqual({});
  });

  test('sends one header a line, without blank ones', () => {
    const typed = { ...shop, additional_headers: 'X-Team: shop\n\n X-Shift: late ' };
    expect(dataOf(typed, ['additional_headers'])).toEqual({ additional_headers: ['X-Team: shop', 'X-Shift: late'] });
  });
});

test('a wrong header line shows under the field that holds them', () => {
  expect(byField({ 'additional_headers.1': 'no', 'additional_headers[0]': 'no', imap_port: 'x' }, shop)).toEqual({
    additional_headers: 'no',
    imap_port: 'x',
  });
});

test('what is wrong with an alias shows at it, also below a row that nobody filled in', () => {
  const aliases = ['', 'sales@lumenoak.example', 'orders@lumenoak.example'].map((address) => ({
    address,
    name: '',
    send_as: 0 as const,
  }));
  const refused = new ApiError(422, [{ key: 'address_in_use', message: '', field: 'data.aliases[1].address' }]);
  expect(Object.keys(mailboxProblems(refused, { ...shop, aliases }))).toEqual(['aliases.2.address']);
});
