import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecrets, createToken, hashToken } from './secrets.ts';

const secrets = createSecrets('the key of this installation, long enough');
const others = createSecrets('the key of another installation, as long!');
const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

describe('what is sealed', () => {
  test('opens again, whatever it is, and is never the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (plain) => {
        const sealed = secrets.seal(plain, 'mailbox.imap_password');
        expect(secrets.open(sealed, 'mailbox.imap_password')).toBe(plain);
        expect(secrets.seal(plain, 'mailbox.imap_password')).not.toBe(sealed);
        if (plain.length > 4) expect(sealed).not.toContain(plain);
      }),
    );
  });

  test('opens nowhere else: not in another column, not with another key, not with a bit changed or missing', () => {
    const sealed = secrets.seal('app password', 'mailbox.imap_password');
    const opens =
      (text: string, context = 'mailbox.imap_password', by = secrets) =>
      () =>
        by.open(text, context);
    expect(opens(sealed, 'mailbox.smtp_password')).toThrow();
    expect(opens(sealed, '')).toThrow();
    expect(opens(sealed, 'mailbox.imap_password', others)).toThrow();
    for (let at = 0; at < sealed.length - 1; at++) expect(opens(flip(sealed, at)), `letter ${at}`).toThrow();
    for (const broken of [
      '',
      'v1',
      'v1.',
      'v2.AAAA',
      'app password',
      sealed.slice(0, -2),
      sealed.slice(3),
      `x${sealed}`,
    ]) {
      expect(opens(broken), broken).toThrow();
    }
    // A tag cut short would be guessed in a moment.
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (const length of [0, 4, 12, 13, 16, 27])
      expect(opens(`v1.${bytes.subarray(0, length).toString('base64url')}`)).toThrow();
  });
});

describe('a signature', () => {
  test('has 256 bits, holds for its purpose, text and key alone', () => {
    const signature = secrets.sign('file-link', '7.1.100');
    expect(Buffer.from(signature, 'base64url').byteLength).toBe(32);
    expect(secrets.verify('file-link', '7.1.100', signature)).toBe(true);
    expect(secrets.verify('mail-message-id', '7.1.100', signature)).toBe(false);
    expect(secrets.verify('file-link', '7.1.101', signature)).toBe(false);
    expect(others.verify('file-link', '7.1.100', signature)).toBe(false);
    // The purpose cannot slide into the text.
    expect(secrets.sign('a', 'bc')).not.toBe(secrets.sign('ab', 'c'));
  });

  test('is whole or nothing: empty, shorter, longer and other letters are refused without a failure', () => {
    const signature = secrets.sign('file-link', 'x');
    for (const wrong of [
      '',
      signature.slice(0, -1),
      `${signature}A`,
      `${signature}=`,
      flip(signature, 0),
      signature.toLowerCase(),
      '\0',
      '😀'.repeat(20),
    ]) {
      expect(secrets.verify('file-link', 'x', wrong), wrong).toBe(false);
    }
  });
});

test('a token has 256 random bits, and only its hash is for keeping', () => {
  const { token, hash } = createToken();
  expect(Buffer.from(token, 'base64url').byteLength).toBe(32);
  expect(hash.equals(hashToken(token))).toBe(true);
  expect(hash.toString('base64url')).not.toBe(token);
  expect(createToken().token).not.toBe(token);
});
