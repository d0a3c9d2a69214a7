import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import en from './en.json';
import uk from './uk.json';

type Words = { readonly [name: string]: string | Words };

const textsOf = (words: Words): [key: string, text: string][] =>
  Object.entries(words).flatMap(([name, word]) =>
    typeof word === 'string'
      ? [[name, word] as [string, string]]
      : textsOf(word).map(([key, text]): [string, string] => [`${name}.${key}`, text]),
  );

/** Word for word what SPEC sections 2, 5, 7 and 8 have of texts. */
const texts = `
403 Forbidden
404 Bad request
Something went wrong!
Back to home
The password reset link has expired
That email is taken. Try another
Incorrect email or password
E-mail does not exist
Invalid Google Authenticator code
Google 2FA required
Access denied by IP address
This password has already been used, please choose a different one
You've exceeded the maximum number of login attempts... sign-in has been temporarily disabled. Please try again in 30 minutes.
Password length must be at least 12 characters and contain a-Z letters, numeric and special symbol
The value must be unique. Please use a different meaning.
Updated successfully!
Created successfully!
Deleted successfully!
Restored successfully!
An error occurred while updating the entity
An error occurred while creating the entity
An error occurred while deleting the entity
An error occurred while restoring the entity
Invite sent successfully
Invite not sent
You cannot invite yourself to the team using the email address you registered with
Failed to create mailbox
Check if your data is correct
Integration created successfully!
Updating phone successfully!
Error editing phone!
Adding phone successfully!
Error adding phone!
Duplicate phone number!
No such phone number
Phone number is not valid
Make promocode
Response success!
Response error!
Error
Success response!
Error response!
Check that the data is filled in correctly and try again
Code must be exactly 6 digits
2FA code is required
Passwords don’t match
Incorrect IP address format
Incorrect subnet format
This name is already in use
This field is required
You must enter at least {{min}} characters
You must enter no more than {{max}} characters
Invalid email address
Email is required
Password is required
Confirm password is required
`
  .trim()
  .split('\n');

test('the texts of SPEC are said word for word, and in Ukrainian in Ukrainian', () => {
  const english = textsOf(en);
  const ukrainian = new Map(textsOf(uk));
  for (const text of texts) {
    const keys = english.filter(([, said]) => said === text).map(([key]) => key);
    expect(keys, text).not.toEqual([]);
    for (const key of keys) expect(ukrainian.get(key), key).toMatch(/[а-яіїєґ]/i);
  }
});

test('a field that is missing is told by the server as SPEC section 8 has it, and under the field as section 5 does', () => {
  expect(errors.required[1]).toBe('Field is required');
  expect(en.errors.required).toBe('This field is required');
});
