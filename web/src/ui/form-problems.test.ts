import { beforeAll, expect, test } from 'vitest';
import { login } from '#contract/accounts.ts';
import { resetPassword } from '#contract/recovery.ts';
import { checkCode } from '#contract/two-factor.ts';
import { speakInTests } from '../i18n/speak-in-tests.ts';
import { problemsOf } from './form-problems.ts';

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
