import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigurationError, environment, readConfig } from './config.ts';

const manual = fs.readFileSync(path.join(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
const rows = [...manual.matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, name = '', , said = '', example = '']) => ({
    name,
    said: said.replace(/^`(.*)`$/, '$1'),
    example: example.replace(/^`(.*)`$/, '$1'),
  }),
);

describe('the table of the manual and the configuration', () => {
  test('name the same variables', () => {
    expect(rows.map((row) => row.name).toSorted()).toEqual(Object.keys(environment.shape).toSorted());
  });

  test('agree on the defaults', () => {
    for (const [name, value] of Object.entries(readConfig({}))) {
      if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
      expect(`${name} ${rows.find((row) => row.name === name)?.said}`).toBe(`${name} ${value}`);
    }
  });

  test('agree that the examples are good', () => {
    const key = {
      DATABASE_URL: 'postgres://parley@db.example/parley',
      SECRET_KEY: 'long enough to be the key of an example',
      PUBLIC_URL: 'https://support.example.com',
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: 'parley',
      OIDC_CLIENT_SECRET: 'shared',
    };
    const words = ['SECRET_KEY']; // its example is a command that makes one
    for (const { name, example } of rows.filter((row) => !words.includes(row.name)))
      expect(() => readConfig({ ...key, [name]: example }), name).not.toThrow();
  });
});

describe('a wrong configuration', () => {
  test('is told whole and by name', () => {
    const wrong = () =>
      readConfig({ PORT: '70000', DATABASE_URL: 'mysql://db', TRUSTED_PROXIES: 'somewhere', ROLE: 'boss' });
    expect(wrong).toThrow(ConfigurationError);
    expect(wrong).toThrow(
      /PORT .*\n.*DATABASE_URL must be an address .*\n.*TRUSTED_PROXIES must be .*\n.*ROLE .*\n.*SECRET_KEY must be set/s,
    );
  });

  test('is half a Parley beside an embedded database that no other half reaches', () => {
    for (const ROLE of ['web', 'worker']) {
      expect(() => readConfig({ ROLE })).toThrow(/ROLE must be all unless DATABASE_URL is set/);
      const shared = { ROLE, DATABASE_URL: 'postgres://parley@db.example/parley', SECRET_KEY: 'k'.repeat(32) };
      expect(readConfig({ ...shared, PUBLIC_URL: 'https://support.example' }).ROLE).toBe(ROLE);
    }
  });

  test('is a worker whose letters would lead to its own machine, where no desk is', () => {
    const DATABASE_URL = 'postgres://parley@db.example/parley';
    const worker = { ROLE: 'worker', DATABASE_URL, SECRET_KEY: 'k'.repeat(32) };
    expect(() => readConfig(worker)).toThrow(/PUBLIC_URL must be set together with ROLE=worker/);
  });

  test('leads a worker to no port that it was not given, as the one of a web process beside it', () => {
    const shared = {
      ...{ ROLE: 'worker', DATABASE_URL: 'postgres://parley@db.example/parley', SECRET_KEY: 'k'.repeat(32) },
      PUBLIC_URL: 'https://support.example',
    };
    expect(readConfig(shared).PORT).toBeUndefined();
    expect(readConfig({ ...shared, PORT: '' }).PORT).toBeUndefined();
    expect(readConfig({ ...shared, PORT: '3001' }).PORT).toBe(3001);
    expect(() => readConfig({ ...shared, PORT: '70000' })).toThrow(/PORT /);
    for (const ROLE of ['web', 'all']) expect(readConfig({ ...shared, ROLE }).PORT).toBe(3000);
  });

  test('is an address of Parley with a path, which no link would lead to', () => {
    expect(() => readConfig({ PUBLIC_URL: 'https://example.com/desk' })).toThrow(
      /PUBLIC_URL must be .* without a path/,
    );
    expect(readConfig({ PUBLIC_URL: 'https://example.com/' }).PUBLIC_URL).toBe('https://example.com');
  });

  test('says what single sign-on lacks, and takes no provider over an open line', () => {
    expect(() => readConfig({ OIDC_ISSUER: 'http://id.example.com' })).toThrow(
      /OIDC_ISSUER must start with https: .*\n.*OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set too/s,
    );
  });

  test('says what is wrong with further providers', () => {
    const one = { issuer: 'https://id.example.com', client_id: 'a', client_secret: 'b', name: 'One' };
    const more = (value: unknown) => () =>
      readConfig({
        OIDC_ISSUER: 'https://first.example.com',
        OIDC_CLIENT_ID: 'a',
        OIDC_CLIENT_SECRET: 'b',
        OIDC_MORE: typeof value === 'string' ? value : JSON.stringify(value),
      });
    expect(more('[{')).toThrow(/OIDC_MORE must be JSON/);
    expect(more([{ ...one, name: undefined }])).toThrow(/OIDC_MORE\.0\.name/);
    expect(more([{ ...one, issuer: 'http://id.example.com' }])).toThrow(/OIDC_MORE\.0\.issuer must start with https:/);
    expect(more([one, one])).toThrow(/OIDC_MORE must name each issuer once/);
    expect(() => readConfig({ OIDC_MORE: JSON.stringify([one]) })).toThrow(/OIDC_ISSUER must name the first provider/);
    expect(more([one])().OIDC_MORE).toEqual([{ ...one, new_accounts: 'yes', second_step: 'parley' }]);
  });

  test('is not made of empty variables: they are absent', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '' })).toEqual(readConfig({}));
  });
});
