import { expect, test } from 'vitest';
import { hasWebPort, isWebPort } from '#contract/web-ports.ts';
import { createOutboundGuard } from './outbound-guard.ts';
import { judgeWebAddress } from './outbound-request.ts';

const refused = { name: 'Problem', key: 'outbound_address_refused' };
const mailPorts = [25, 110, 143, 465, 587, 993, 995, 4190];

test('A32 ports of mail and of other protocols are refused for the web before anything is looked up, also where any port is allowed', async () => {
  const asked: string[] = [];
  const lookup = async (host: string) => {
    asked.push(host);
    return [{ address: host.startsWith('inside') ? '10.0.0.5' : '142.250.1.108', family: 4 }];
  };
  const guard = createOutboundGuard({ allow: ['10.0.0.0/8'], lookup });
  const judged = (address: string) => judgeWebAddress(guard, new URL(address));
  for (const port of mailPorts)
    for (const host of ['api.telegram.org', 'inside.example', '10.0.0.5', '[2a00:1450:4001::6d]'])
      await expect(judged(`https://${host}:${port}/`), `${host}:${port}`).rejects.toMatchObject(refused);
  expect(asked).toEqual([]);

  expect(await judged('https://api.telegram.org/')).toMatchObject({ port: 443, address: '142.250.1.108' });
  expect(await judged('http://inside.example:8081/')).toMatchObject({ port: 8081, address: '10.0.0.5' });
});

test('A32 the ports of others are those that browsers leave alone', async () => {
  const ports = Array.from({ length: 65_535 }, (_, index) => index + 1).filter((port) => !isWebPort(port));
  for (const port of ports)
    await expect(fetch(`http://127.0.0.1:${port}/`), String(port)).rejects.toMatchObject({
      cause: { message: 'bad port' },
    });
  expect([80, 443, 2, 8080, 8081, 8443, 11_434].filter((port) => !isWebPort(port))).toEqual([]);
});

test('an address tells its port wherever it stands', () => {
  for (const port of mailPorts)
    for (const rest of ['', '/', '/bot/25', '?a=:80', '#:80'])
      for (const host of ['mail.example', '10.0.0.5', '[::1]'])
        expect(hasWebPort(`HTTP://${host}:${port}${rest}`), `${host}:${port}${rest}`).toBe(false);
  for (const fine of [
    'https://bots.example',
    'https://bots.example/:25/',
    'https://[::25]/',
    'http://bots.example:8081/',
  ])
    expect(hasWebPort(fine), fine).toBe(true);
});
