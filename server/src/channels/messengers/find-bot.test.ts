import { expect, test } from 'vitest';
import { createOutboundGuard } from '#platform/outbound-guard.ts';
import { findBot, type ProviderAddresses } from './find-bot.ts';

const addresses: ProviderAddresses = {
  telegram: 'https://api.telegram.org',
  viber: 'https://chatapi.viber.com',
  whatsapp: 'https://graph.facebook.com',
};
const bots = [
  { messenger: 'telegram' },
  { messenger: 'viber' },
  { messenger: 'whatsapp', phone_number_id: '106540352242922' },
] as const;
const refusals = async (apiUrl: string | null, lookup: () => Promise<{ address: string; family: number }[]>) => {
  const guard = createOutboundGuard({ allow: ['127.0.0.0/8'], lookup });
  const the = { token: '1:a', appSecret: 'b', apiUrl };
  return Promise.all(
    bots.map(async (additional) => {
      const answer = await findBot({ guard, addresses }, { ...the, additional });
      return 'refused' in answer ? answer.refused.key : answer;
    }),
  );
};
const noSuchName = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
const somewherePrivate = () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
const nobodyListens = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);

test('nobody typed the name of a messenger’s own server: whatever closes the way there, it cannot be reached from here', async () => {
  for (const lookup of [noSuchName, somewherePrivate, nobodyListens])
    expect(await refusals(null, lookup)).toEqual(['unreachable', 'unreachable', 'unreachable']);
});

test('of a server that somebody typed it is said what is wrong with what they typed', async () => {
  const all = <T>(key: T) => [key, key, key];
  expect(await refusals('https://bots.lumenoak.test', noSuchName)).toEqual(all('host_not_found'));
  expect(await refusals('https://bots.lumenoak.test', somewherePrivate)).toEqual(all('host_not_found'));
  // A name without a dot is nobody's outside: whether it exists inside is not told.
  for (const lookup of [noSuchName, somewherePrivate])
    expect(await refusals('http://db:8081', lookup)).toEqual(all('address_refused'));
  expect(await refusals('http://10.0.0.1:8081', noSuchName)).toEqual(all('address_refused'));
  for (const port of [25, 465, 587, 993])
    expect(await refusals(`http://localhost:${port}`, nobodyListens)).toEqual(all('address_refused'));
  expect(await refusals('http://localhost:2', nobodyListens)).toEqual(all('connection_refused'));
});
