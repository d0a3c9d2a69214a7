import { beforeAll, expect, test } from 'vitest';
import { companies } from '#contract/companies.ts';
import { customers } from '#contract/customers.ts';
import { products } from '#contract/products.ts';
import { speakInTests } from '../../i18n/speak-in-tests.ts';
import { declarations } from './declarations/index.ts';
import type { FormField } from './form-field.ts';
import { checkValues, dataOf, namesToSay, noPhonesOf, valuesOf, withFollowers } from './form-values.ts';
import { abbreviate } from './suggestions.ts';

beforeAll(() => speakInTests());

const names = ['company_id', 'first_name', 'email'];
const fields = names.map((name) => ({ name, kind: 'text' as const }));

test('an empty address is no address, and an id is a number', () => {
  const typed = { company_id: '7', first_name: ' Hanna ', email: '' };
  expect(dataOf(customers, typed, names)).toEqual({ company_id: 7, first_name: 'Hanna', email: null });
});

test('a row without an address shows an empty field', () => {
  expect(valuesOf(customers, fields, { id: 1, company_id: 7, first_name: 'Hanna', email: null }, {})).toEqual({
    company_id: '7',
    first_name: 'Hanna',
    email: '',
  });
});

test('a colour nobody chose is left to the server', () => {
  expect(dataOf(products, { name: 'Shop', color: '' }, ['name', 'color'])).toEqual({ name: 'Shop', color: undefined });
});

test('the rules of the contract speak under their field', () => {
  const typed = { company_name: 'Lu', case_prefix: '' };
  expect(checkValues(companies, typed, ['company_name', 'case_prefix'], true)).toEqual({
    company_name: 'You must enter at least 3 characters',
    case_prefix: 'This field is required',
  });
  expect(checkValues(customers, { email: 'hanna' }, ['email'], false)).toEqual({ email: 'Invalid email address' });
});

test('of a company that is there the form says what a change may not leave, by the rules that the server has', () => {
  const row = { id: 1, updated: '', company_name: 'L'.repeat(40) };
  const told = (typed: object) =>
    declarations.companies.whatIsWrong?.({ company_name: 'Lumen', restrict_remote_access: '0', ...typed }, row);
  const tooLong = { company_name: 'You must enter no more than 30 characters' };
  expect(told({ company_name: 'L'.repeat(31) })).toEqual(tooLong);
  for (const company_name of ['L'.repeat(30), ` ${'L'.repeat(40)} `]) expect(told({ company_name })).toEqual({});
  const [ipsList, subnets] = ['This field is required', 'This field is required'];
  expect(told({ restrict_remote_access: '1', ipsList: '\n ', subnets: '' })).toEqual({ ipsList, subnets });
  expect(told({ restrict_remote_access: '1', ipsList: '203.0.113.7', subnets: '' })).toEqual({ subnets });
  expect(told({ ipsList: '', subnets: '' }), 'unless it is restricted').toEqual({});
});

test('what is no telephone number is told as it is typed, and may stay where it was kept', () => {
  const phone: FormField[] = [{ name: 'phone', kind: 'phone' }];
  const told = (typed: string, row: object | null = null) => noPhonesOf(phone, { phone: typed }, row);
  expect(told('phone12x')).toEqual({ phone: 'Phone number is not valid' });
  expect(told('ask Petro', { phone: 'ask Petro' })).toEqual({});
  for (const typed of ['', '+380 44 123 45 67', '(044) 123-45-67']) expect(told(typed), typed).toEqual({});
});

test('which team is said with who finds a template, also where it stayed, and of no team with neither', () => {
  const two: FormField[] = [
    { name: 'visibility', kind: 'text' },
    { name: 'team_id', kind: 'text', isShown: (values) => values.visibility === 'team', saidWith: 'visibility' },
  ];
  const say = (visibility: string, ...changed: string[]) => namesToSay(two, { visibility, team_id: '5' }, changed);
  expect(say('team', 'visibility')).toEqual(['visibility', 'team_id']);
  expect(say('team', 'team_id')).toEqual(['team_id', 'visibility']);
  expect(say('team', 'name')).toEqual(['name']);
  expect(say('personal', 'visibility')).toEqual(['visibility']);
});

test('whoever saves from the first field needs not pass the field that follows from it', () => {
  const two: FormField[] = [
    { name: 'name', kind: 'text' },
    { name: 'abbreviation', kind: 'text', suggest: { from: 'name', make: abbreviate } },
  ];
  expect(withFollowers(two, { name: 'Shop', abbreviation: '' })).toEqual({ name: 'Shop', abbreviation: 'SHP' });
  expect(withFollowers(two, { name: 'Shop', abbreviation: 'ONL' })).toEqual({ name: 'Shop', abbreviation: 'ONL' });
});
