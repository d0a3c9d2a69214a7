import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { login } from '#contract/accounts.ts';
import { resetPassword } from '#contract/recovery.ts';
import { checkCode } from '#contract/two-factor.ts';
import { speakInTests } from '../i18n/speak-in-tests.ts';
import { focusFirstProblem, problemsOf } from './form-problems.ts';

beforeAll(() => speakInTests());

test('what is missing is said by its name', () => {
  expect(problemsOf(login.data, { email: '', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  });
  const reset = { token: 'a', password: '', password_confirmation: '' };
  expect(problemsOf(resetPassword.data, reset)).toEqual({
    password: 'Password is required',
    password_confirmation: 'Confirm password is required',
  });
  expect(problemsOf(checkCode.data, { code: ' ' }).code).toBe('2FA code is required');
});

test('and what breaks a rule, by the rule', () => {
  const reset = { token: 'a', password: 'short', password_confirmation: 'other' };
  expect(problemsOf(resetPassword.data, reset)).toEqual({
    password: 'Password length must be at least 12 characters and contain a-Z letters, numeric and special symbol',
    password_confirmation: 'Passwords don’t match',
  });
  expect(problemsOf(login.data, { email: 'olena', password: 'x' }).email).toBe('Invalid email address');
});

test('a number or a list outside of its limits is told which', () => {
  const rules = z.object({ far: z.int().min(0).max(200), pages: z.array(z.string()).max(2).optional() });
  expect(problemsOf(rules, { far: 0, pages: ['/a', '/b', '/c'] }).pages).toBe('At most 2');
  expect(problemsOf(rules, { far: 201 }).far).toBe('At most 200');
  expect(problemsOf(rules, { far: -1 }).far).toBe('At least 0');
  expect(problemsOf(rules, { far: 1.5 }).far).toBe('The value is not valid');
});

/** Which field of a form has the cursor after these problems; there is no page here, so the fields are what is asked of them. */
function focusedAfter(...problems: string[]): string | undefined {
  let focused: string | undefined;
  const fields = ['name', 'week.mon', 'week', 'holidays.0.name', 'holidays'].map((name) => ({
    ...{
      dataset: {},
      getAttribute: (of: string) => (of === 'name' ? name : null),
      closest: () => null,
      querySelector: () => null,
    },
    focus: () => {
      focused = name;
    },
  }));
  // What is chosen from a list is carried by an input that nobody sees, beside the one that everybody does.
  const chooser = { focus: () => (focused = 'chooser') };
  fields.push({
    ...{ dataset: {}, closest: () => null, querySelector: () => null, focus: () => {} },
    getAttribute: (of: string) => (of === 'name' ? 'product_id' : 'hidden'),
    ...{ previousElementSibling: { querySelector: () => chooser } },
  });
  const form = { querySelectorAll: () => fields } as unknown as HTMLElement;
  expect(focusFirstProblem(form, Object.fromEntries(problems.map((one) => [one, 'wrong'])))).toBe(
    focused !== undefined,
  );
  return focused;
}

test('the cursor goes to the first field with a problem, and of a part without a field to what it is part of', () => {
  expect(focusedAfter('holidays.0.name', 'name')).toBe('name');
  expect(focusedAfter('week.mon.0.1')).toBe('week.mon');
  expect(focusedAfter('week.tue.2.0')).toBe('week');
  expect(focusedAfter('holidays.3.to', 'holidays.0.name')).toBe('holidays.0.name');
  expect(focusedAfter('holidays.3.to')).toBe('holidays');
  expect(focusedAfter('texts.en')).toBeUndefined();
  expect(focusedAfter('product_id')).toBe('chooser');
});
