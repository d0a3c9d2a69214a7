import { QueryClient } from '@tanstack/react-query';
import { isRedirect } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { selfQuery } from '../api/self.ts';
import { access, guardAddress } from './-access.ts';

/** Which file says what it is. */
const files = Object.keys(import.meta.glob('./*.tsx')).filter((file) => !/__root|^\.\/-/.test(file));

/** What becomes of an address: shown, led to the root, or not found. */
async function asks(who: 'a stranger' | 'Olena', pathname: string, to = '', entity?: string) {
  const client = new QueryClient();
  client.setQueryData(
    selfQuery.queryKey,
    (who === 'Olena' ? { user: { email: 'olena@lumenoak.test' } } : null) as never,
  );
  try {
    await guardAddress(client, { pathname, to, entity });
    return 'left to its own guard';
  } catch (thrown) {
    return isRedirect(thrown) ? `to ${thrown.options.to}` : 'not found';
  }
}

test('every route has a class', () => {
  // The pathless layout is no address.
  expect(Object.keys(access).length).toBe(files.filter((file) => file !== './_desk.tsx').length);
});

describe('a public address', () => {
  const patterns = Object.entries(access).filter(([, kind]) => kind === 'public');

  test('is open to everybody', async () => {
    for (const [to] of patterns) {
      for (const who of ['a stranger', 'Olena'] as const)
        expect([to, who, await asks(who, to.replace('$key', 'a-key'), to)]).toEqual([to, who, 'left to its own guard']);
    }
  });

  test('whose last part is the name of a page for the others leads to the root', async () => {
    const to = '/email-confirmation-success/$key';
    for (const name of ['tickets', 'products', 'redirection', 'email-confirmation', 'add', 'log']) {
      expect([name, await asks('a stranger', `/email-confirmation-success/${name}`, to)]).toEqual([name, 'to /']);
      expect([name, await asks('Olena', `/email-confirmation-success/${name}`, to)]).toEqual([
        name,
        'left to its own guard',
      ]);
      expect([name, await asks('a stranger', `/no/such/${name}`)]).toEqual([name, 'to /']);
    }
  });
});

test('an address of either class is left to its own guard', async () => {
  for (const [to, kind] of Object.entries(access)) {
    if (kind === 'public') continue;
    const pathname = to.replace('$entity', 'products').replace('$id', '7');
    const entity = to.includes('$entity') ? 'products' : undefined;
    for (const who of ['a stranger', 'Olena'] as const)
      expect([to, await asks(who, pathname, to, entity)]).toEqual([to, 'left to its own guard']);
  }
});

test('what names nothing is not found, signed in or not', async () => {
  for (const who of ['a stranger', 'Olena'] as const) {
    expect(await asks(who, '/nonsense', '/$entity', 'nonsense')).toBe('not found');
    expect(await asks(who, '/__proto__/add', '/$entity/add', '__proto__')).toBe(who === 'Olena' ? 'not found' : 'to /');
    expect(await asks(who, '/no/such/page', '/')).toBe('not found');
    expect(await asks(who, '/email-confirmation-success/a/b', '/email-confirmation-success/$key')).toBe('not found');
  }
});
