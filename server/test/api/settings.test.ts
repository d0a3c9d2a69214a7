import { expect, test } from 'vitest';
import { aSocket } from './a-socket.ts';
import { rowCounts } from './everything-of.ts';
import type { TestParley } from './parley-in-process.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, type Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
shopsAtHand((it) => ({ at, ours } = it));

const all = async (who = ours.owner) => (await who.call('settings/all')).body.data.settings;

test('who chose nothing has what is usual, and no time zone of their own', async () => {
  const ira = await aMember(at, ours, 1, 'Ira');
  expect(await all(ira.api)).toMatchObject({
    language: 'en',
    time_zone: null,
    theme: 'system',
    clock: 24,
    after_sending: 'stay',
    undo_send_seconds: 10,
    snooze_presets: { morning: '09:00', evening: '18:00', days: [1, 2, 3, 4, 5] },
    notification_position: 'bottomLeft',
    notification_duration: 5000,
    quiet_hours: { is_on: 0, from: '20:00', to: '08:00' },
    mail_when: 'away',
    push_preview: 1,
    single_keys: 1,
    first_view: 'open',
    muted_products: [],
    notifications: {
      assigned: { in_app: 1, sound: 0, push: 1, mail: 1 },
      new_ticket: { in_app: 0, sound: 0, push: 0, mail: 0 },
    },
  });
});

test('a change keeps what it does not name, is kept over signing out, and reaches every open desk of the person', async () => {
  const [desk, colleague] = [await aSocket(at.listening, ours.owner), await aMember(at, ours, 1, 'Vira')];
  const theirs = await aSocket(at.listening, colleague.api);
  const before = await all();
  const change = {
    theme: 'dark',
    quiet_hours: { is_on: 1, from: '22:00', to: '06:30' },
    snooze_presets: { morning: '07:30', evening: '16:00', days: [2, 3, 4, 5, 6] },
    notifications: { noted: { mail: 1 } },
  };
  const answer = await ours.owner.call('settings/change', change);
  const expected = {
    ...before,
    ...change,
    notifications: { ...before.notifications, noted: { in_app: 1, sound: 0, push: 1, mail: 1 } },
  };
  expect(answer.body.data.settings).toEqual(expected);
  // What others hear of the owner meanwhile is who is at their desk.
  const isOfSettings = ({ entity, params }: { entity: string; params: Record<string, unknown> }) =>
    entity === 'users' && params.id === ours.ownerId && !('presence' in params);
  await desk.hears(isOfSettings);
  expect(theirs.events.filter(isOfSettings)).toEqual([]);

  await ours.owner.call('auth/logout');
  await ours.owner.call('auth/login', { email: `owner@${ours.canary}.test`, password: 'walnut-table-7-oak' });
  expect(await all()).toEqual(expected);
  expect((await ours.owner.call('users/self')).body.data.settings).toMatchObject(expected);
  await Promise.all([desk.close(), theirs.close()]);
});

test('what is no setting is refused by its name, and nothing of the change is kept', async () => {
  const before = [await all(), await rowCounts(at)];
  const wrong: [Record<string, unknown>, string][] = [
    [{ time_zone: 'Mars/Olympus' }, 'data.time_zone'],
    [{ time_zone: '+02:00' }, 'data.time_zone'],
    [{ language: 'uk' }, 'data.language'],
    [{ clock: 13 }, 'data.clock'],
    [{ mail_when: 'never' }, 'data.mail_when'],
    [{ push_preview: true }, 'data.push_preview'],
    [{ single_keys: 2 }, 'data.single_keys'],
    [{ notification_position: 'middle' }, 'data.notification_position'],
    [{ notification_duration: 0 }, 'data.notification_duration'],
    [{ quiet_hours: { is_on: 1, from: '24:00', to: '06:00' } }, 'data.quiet_hours.from'],
    [{ snooze_presets: { morning: '25:00', evening: '18:00', days: [1] } }, 'data.snooze_presets.morning'],
    [{ snooze_presets: { morning: '09:00', evening: '18:00', days: [] } }, 'data.snooze_presets.days'],
    [{ snooze_presets: { morning: '09:00', evening: '18:00', days: [1, 8] } }, 'data.snooze_presets.days'],
    [{ snooze_presets: { morning: '09:00', evening: '18:00', days: [1, 1] } }, 'data.snooze_presets.days'],
    [{ notifications: { assigned: { pigeon: 1 } } }, 'data.notifications.assigned'],
    [{ notifications: { earthquake: { mail: 1 } } }, 'data.notifications'],
    [{ signature: 'x'.repeat(5001) }, 'data.signature'],
  ];
  for (const [change, field] of wrong) {
    const answer = await ours.owner.call('settings/change', { density: 'compact', ...change });
    expect([JSON.stringify(change).slice(0, 60), answer.status]).toEqual([JSON.stringify(change).slice(0, 60), 422]);
    expect(answer.body.errors[0]?.field?.startsWith(field), `${answer.body.errors[0]?.field} is ${field}`).toBe(true);
  }
  expect([await all(), await rowCounts(at)]).toEqual(before);
});

test('A23 a signature keeps its looks and loses everything that runs or calls home', async () => {
  const nasty = `<p>Olena <b>Kovalenko</b></p><script>alert(1)</script><img src=x onerror=alert(1)><img src="https://evil.test/seen.png">
    <a href="javascript:alert(1)">here</a><a href="https://lumenoak.test/">shop</a><style>*{display:none}</style><p style="position:fixed" onclick="x()">Sales</p><svg/onload=alert(1)>`;
  await ours.owner.call('settings/change', { signature: nasty });
  const { signature } = await all();
  expect(signature).toContain('<b>Kovalenko</b>');
  expect(signature).toContain('<a href="https://lumenoak.test/">shop</a>');
  expect(signature).toContain('<p>Sales</p>');
  expect(signature).not.toMatch(/script|javascript|onerror|onload|onclick|style|svg|img|evil/i);

  await ours.owner.call('settings/change', { signature: '<p> &nbsp; </p><p><br></p>' });
  expect((await all()).signature).toBe('');
});

test('the languages can be asked for by anybody', async () => {
  const { body } = await at.stranger().call('settings/languages');
  expect(body.data.languages).toEqual([
    { code: 'en', tag: 'en', name: 'English' },
    { code: 'ua', tag: 'uk', name: 'Українська' },
  ]);
});
