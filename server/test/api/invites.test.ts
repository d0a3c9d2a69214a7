import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { teamMembersMax } from '#contract/teams.ts';
import { sql } from '#platform/sql.ts';
import { countLetters, keyIn, letterTo } from './account-letters.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { callsFrom } from './from-places.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, password, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let olena: { id: number; api: ApiClient };
let shop: Company;
let teamId: number;
beforeAll(async () => {
  at = await aParley({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  olena = await aPerson(at, 'Olena', 'olena@lumenoak.test');
  shop = await aCompany(olena.api);
  const team = await olena.api.post('teams/create', { data: [{ company_id: shop.companyId, name: 'First line' }] });
  teamId = rowId(team, 'teams');
});
afterAll(() => at?.close());

const call = callsFrom('10.12');
const invite = (email: string, where: object = { team_id: teamId }) =>
  olena.api.call('invite/create', { email, ...where });
const invited = async (email: string) => {
  expect((await invite(email)).body.data).toEqual({ verdict: 'sent' });
  return keyIn(at, email);
};
const accept = (api: ApiClient, key: string) => api.call('invite/accept', { key });
const register = (key: string, more: object = {}): Promise<Answer> =>
  call(at.stranger(), 'invite/register', { key, name: 'Ira Melnyk', raw_password: 'maple-chair-9-pine', ...more });
const problem = (answer: Answer) => answer.body.errors?.[0]?.key;
const listed = async () => (await olena.api.call('invite/get', { team_id: teamId })).body.data.invites;
const system = (query: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(query));
const aMinuteLater = () => system(sql`update invites set sent_at = sent_at - interval '61 seconds'`);
const memberIds = async () =>
  rows(await olena.api.post('teams/get', byId(teamId)), 'teams')[0].members.map(
    (one: { user_id: number }) => one.user_id,
  );

describe('somebody new', () => {
  test('gets a letter, chooses a name and a password, and is an agent in the team at once', async () => {
    const key = await invited('ira@lumenoak.test');
    const letter = await letterTo(at, 'ira@lumenoak.test');
    expect(letter.subject).toBe('You are invited to Lumen & Oak');
    expect(letter.text).toContain('Olena invites you to answer the customers of Lumen & Oak, in the team First line');
    expect(letter.text).toMatch(/7 days/);
    expect((await at.stranger().call('invite/check', { key })).body.data).toEqual({
      company_id: shop.companyId,
      company_name: 'Lumen & Oak',
      team_name: 'First line',
      invited_by: 'Olena',
      email: 'ira@lumenoak.test',
      name: null,
      role: 'agent',
      has_account: false,
      asked_by: 'nobody',
      is_accepted: false,
    });
    const api = at.stranger();
    const joined = await call(api, 'invite/register', { key, name: 'Ira Melnyk', raw_password: 'maple-chair-9-pine' });
    expect(joined.body.data).toEqual({ company_id: shop.companyId });
    const self = (await api.call('users/self')).body.data;
    // The link proved the address: nothing is left to confirm.
    expect(self.user).toMatchObject({ name: 'Ira Melnyk', email: 'ira@lumenoak.test' });
    expect(self.roles).toEqual([{ company_id: shop.companyId, level: 1, name: 'agent', scope: 'company' }]);
    expect(await memberIds()).toContain(self.user.id);
    // They were here, though their desk was closed at once.
    const [colleague] = rows(await olena.api.post('users/get', byId(self.user.id)), 'users');
    expect(colleague.last_seen).toMatch(/^\d{4}-/);
    expect(await listed()).toContainEqual(
      expect.objectContaining({ email: 'ira@lumenoak.test', state: 'accepted', user_id: self.user.id }),
    );
    // Followed once more by who accepted it, it is no failure.
    expect((await api.call('invite/check', { key })).body.data).toMatchObject({ asked_by: 'me', is_accepted: true });
    expect((await accept(api, key)).status).toBe(200);
  });

  test('A20 whoever had registered the address unconfirmed keeps neither password nor session', async () => {
    const squatter = at.stranger();
    const typed = { name: 'Squatter', email_confirmation: 'mira@lumenoak.test', raw_password: password };
    expect((await call(squatter, 'users/registration', typed)).status).toBe(200);
    const signature = '<p>Pay at <a href="https://elsewhere.example/">my shop</a></p>';
    expect((await squatter.call('settings/change', { signature, mail_when: 'always' })).status).toBe(200);
    const key = await invited('mira@lumenoak.test');
    expect((await squatter.call('invite/check', { key })).body.data.has_account).toBe(false);
    expect((await register(key, { name: 'Mira' })).status).toBe(200);
    expect((await squatter.call('users/self')).status).toBe(401);
    const old = await call(at.stranger(), 'auth/login', { email: 'mira@lumenoak.test', password });
    expect(old.status).toBe(401);
    const own = { email: 'mira@lumenoak.test', password: 'maple-chair-9-pine' };
    const mira = at.stranger();
    expect((await call(mira, 'auth/login', own)).status).toBe(200);
    expect((await mira.call('settings/all')).body.data.settings).toMatchObject({ signature: '', mail_when: 'away' });
  });
});

describe('somebody who has an account', () => {
  test('A19 accepts with the invited address and no other, and keeps the companies they have', async () => {
    const nora = await aPerson(at, 'Nora', 'nora@fjordvik.test');
    await aCompany(nora.api, 'Fjordvik', 'FJ');
    const key = await invited('Nora@Fjordvik.test');
    const other = await aPerson(at, 'Sam', 'sam@fjordvik.test');
    expect((await other.api.call('invite/check', { key })).body.data).toMatchObject({ asked_by: 'other' });
    expect(problem(await accept(other.api, key))).toBe('invite_for_another');
    expect((await nora.api.call('invite/check', { key })).body.data).toMatchObject({
      asked_by: 'me',
      has_account: true,
    });
    expect(problem(await register(key))).toBe('email_taken');
    expect((await accept(nora.api, key)).body.data).toEqual({ company_id: shop.companyId });
    expect((await nora.api.call('users/self')).body.data.companies).toHaveLength(2);
  });

  test('A20 who is signed in to the account and has its letter has confirmed it', async () => {
    const api = at.stranger();
    const typed = { name: 'Taras', email_confirmation: 'taras@lumenoak.test', raw_password: password };
    await call(api, 'users/registration', typed);
    const key = await invited('taras@lumenoak.test');
    expect((await accept(api, key)).status).toBe(200);
    expect((await api.call('users/self')).body.data.user.email).toBe('taras@lumenoak.test');
  });

  test('a colleague is in the team at once, without a letter; invited to a second team, one yes is for both', async () => {
    const ada = await aPerson(at, 'Ada', 'ada@lumenoak.test');
    await joins(at, ada.id, shop.companyId, 1);
    expect((await invite('ada@lumenoak.test')).body.data).toEqual({ verdict: 'added' });
    expect(await memberIds()).toContain(ada.id);
    expect(await countLetters(at, 'ada@lumenoak.test')).toBe(0);
    expect(problem(await invite('ada@lumenoak.test'))).toBe('already_colleague');

    const second = await olena.api.post('teams/create', { data: [{ company_id: shop.companyId, name: 'Returns' }] });
    const secondId = rowId(second, 'teams');
    const key = await invited('two@lumenoak.test');
    await invite('two@lumenoak.test', { team_id: secondId });
    const api = at.stranger();
    await call(api, 'invite/register', { key, name: 'Two Teams', raw_password: 'maple-chair-9-pine' });
    const { id } = (await api.call('users/self')).body.data.user;
    const [returns] = rows(await olena.api.post('teams/get', byId(secondId)), 'teams');
    expect(returns.members).toEqual([{ user_id: id, capacity: null }]);
  });
});

describe('A19 an invitation', () => {
  test('is of 256 random bits, kept as a hash, and no other text opens it', async () => {
    const key = await invited('random@lumenoak.test');
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const kept = await at.db.read('system', sql`select 1 from invites where position(${key} in invites::text) > 0`);
    expect(kept).toEqual([]);
    for (const wrong of ['x', '%', key.slice(1), `${key}x`, key.toLowerCase()]) {
      expect([wrong, problem(await call(at.stranger(), 'invite/check', { key: wrong }))]).toEqual([
        wrong,
        'invite_expired',
      ]);
    }
    for (const wrong of ['', null, [], { $ne: 1 }])
      expect((await call(at.stranger(), 'invite/check', { key: wrong })).status).toBe(422);
  });

  test('holds for seven days, and then can be sent again', async () => {
    const key = await invited('late@lumenoak.test');
    const [pending] = await listed();
    const days = (Date.parse(`${pending.expires}Z`) - Date.parse(`${pending.sent_at}Z`)) / 86_400_000;
    expect(days).toBeCloseTo(7, 5);
    await system(sql`update invites set expires = now() - interval '1 second' where id = ${pending.id}`);
    expect(problem(await register(key))).toBe('invite_expired');
    expect(problem(await at.stranger().call('invite/check', { key })), 'its page says so at once').toBe(
      'invite_expired',
    );
    expect(await listed()).toContainEqual(expect.objectContaining({ id: pending.id, state: 'expired' }));
    expect(problem(await olena.api.call('invite/send-again', { id: pending.id }))).toBe('too_many_requests');
    await aMinuteLater();
    expect((await olena.api.call('invite/send-again', { id: pending.id })).status).toBe(200);
    expect((await register(await keyIn(at, 'late@lumenoak.test'), { name: 'Late' })).status).toBe(200);
  });

  test('can be sent again when its team was disabled since: to the company, of whose team nothing is said', async () => {
    const made = await olena.api.post('teams/create', { data: [{ company_id: shop.companyId, name: 'Christmas' }] });
    const christmas = rowId(made, 'teams');
    await invite('elf@lumenoak.test', { team_id: christmas });
    const all = (await olena.api.call('invite/get', { company_id: shop.companyId })).body.data.invites;
    const id = all.find((one: { email: string }) => one.email === 'elf@lumenoak.test').id;
    await olena.api.post('teams/delete', byId(christmas));
    expect(problem(await invite('dwarf@lumenoak.test', { team_id: christmas }))).toBe('not_found');
    await aMinuteLater();
    expect((await olena.api.call('invite/send-again', { id })).status).toBe(200);
    await letterTo(at, 'elf@lumenoak.test');
    const key = await keyIn(at, 'elf@lumenoak.test');
    expect((await at.stranger().call('invite/check', { key })).body.data).toMatchObject({ team_name: null });
    expect((await register(key, { name: 'Elf' })).status).toBe(200);
    expect((await olena.api.call('invite/get', { company_id: shop.companyId })).body.data.invites).not.toContainEqual(
      expect.objectContaining({ email: 'elf@lumenoak.test' }),
    );
  });

  test('sent again, the link of the letter before is void; withdrawn, every one is', async () => {
    const first = await invited('again@lumenoak.test');
    const [{ id }] = await listed();
    await aMinuteLater();
    await olena.api.call('invite/send-again', { id });
    expect(problem(await register(first))).toBe('invite_expired');
    const second = await keyIn(at, 'again@lumenoak.test');
    expect((await olena.api.call('invite/withdraw', { id })).status).toBe(200);
    expect(problem(await register(second))).toBe('invite_expired');
    for (const key of [first, second]) {
      const checked = await at.stranger().call('invite/check', { key });
      expect([problem(checked), checked.text.includes('again@')]).toEqual(['invite_expired', false]);
    }
    expect(problem(await olena.api.call('invite/withdraw', { id }))).toBe('not_in_this_state');
    expect((await listed()).some((one: { id: number }) => one.id === id)).toBe(false);
  });

  test('A51 of twenty who accept in the same moment, one joins', async () => {
    const key = await invited('crowd@lumenoak.test');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => register(key, { name: `Crowd ${i}` })));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    for (const one of answers.filter((each) => each.status !== 200))
      expect(['invite_expired', 'email_taken']).toContain(problem(one));
    const joined = await at.db.read('system', sql`select 1 from users where lower(email) = 'crowd@lumenoak.test'`);
    expect(joined).toHaveLength(1);
  });

  test('makes what was said when it was sent, whatever is sent along, and reaches no further than who invites', async () => {
    for (const more of [{ level: 4 }, { scope: 'company' }, { user_id: 1 }])
      expect(problem(await invite('more@lumenoak.test', { team_id: teamId, ...more }))).toBe('unknown_field');
    const narrow = await aPerson(at, 'Narrow', 'narrow@lumenoak.test');
    await joins(at, narrow.id, shop.companyId, 3);
    await system(sql`update roles set scope = 'own' where user_id = ${narrow.id}`);
    at.wake.nudge('sessions');
    const to = (where: object) => narrow.api.call('invite/create', { email: 'guest@lumenoak.test', ...where });
    expect(problem(await to({ team_id: teamId }))).toBe('above_own_rights');
    expect((await to({ company_id: shop.companyId })).status).toBe(200);
    const api = at.stranger();
    const key = await keyIn(at, 'guest@lumenoak.test');
    await call(api, 'invite/register', { key, name: 'Guest', raw_password: 'maple-chair-9-pine' });
    expect((await api.call('users/self')).body.data.roles).toMatchObject([{ level: 1, scope: 'own' }]);

    await invite('narrower@lumenoak.test', { team_id: teamId });
    await system(sql`update invites set scope = 'team' where email = 'narrower@lumenoak.test'`);
    const other = at.stranger();
    const words = { key: await keyIn(at, 'narrower@lumenoak.test'), name: 'Narrower' };
    await call(other, 'invite/register', { ...words, raw_password: 'maple-chair-9-pine' });
    expect((await other.call('users/self')).body.data.roles).toMatchObject([{ scope: 'team' }]);
  });

  test.each(['invite/send-again', 'invite/create'])(
    '%s shows nobody more than they were invited to see',
    async (way) => {
      const email = `lost-${way.slice(7)}@lumenoak.test`;
      await invite(email, { company_id: shop.companyId });
      const [open] = await at.db.read<{ id: number }>('system', sql`select id from invites where email = ${email}`);
      await system(sql`update invites set scope = 'own' where email = ${email}`);
      await aMinuteLater();
      const data = way === 'invite/create' ? { email, company_id: shop.companyId } : { id: open?.id };
      expect((await olena.api.call(way, data)).status).toBe(200);
      const api = at.stranger();
      const key = await keyIn(at, email);
      await call(api, 'invite/register', { key, name: 'Petro', raw_password: 'maple-chair-9-pine' });
      expect((await api.call('users/self')).body.data.roles).toMatchObject([{ scope: 'own' }]);
    },
  );

  test('makes a supervisor or more of whoever administrators say, and nobody more than they are themselves', async () => {
    const roleOf = async (key: string, more: object = {}) => {
      const api = at.stranger();
      await call(api, 'invite/register', { key, name: 'New Here', raw_password: 'maple-chair-9-pine', ...more });
      return (await api.call('users/self')).body.data?.roles[0]?.name;
    };
    expect((await invite('sup@lumenoak.test', { team_id: teamId, role: 'supervisor' })).status).toBe(200);
    const key = await keyIn(at, 'sup@lumenoak.test');
    expect((await letterTo(at, 'sup@lumenoak.test')).text).toContain('You come as a supervisor');
    expect((await at.stranger().call('invite/check', { key })).body.data).toMatchObject({ role: 'supervisor' });
    expect(await listed()).toContainEqual(expect.objectContaining({ email: 'sup@lumenoak.test', role: 'supervisor' }));
    expect(problem(await register(key, { role: 'owner' })), 'who comes says nothing about it').toBe('unknown_field');
    expect(await roleOf(key)).toBe('supervisor');

    const admin = await aPerson(at, 'Admin', 'admin@lumenoak.test');
    await joins(at, admin.id, shop.companyId, 3);
    const by = (email: string, role?: string) =>
      admin.api.call('invite/create-many', { people: [{ email }], company_id: shop.companyId, role });
    expect(problem(await by('boss@lumenoak.test', 'owner'))).toBe('above_own_rights');
    expect((await by('second@lumenoak.test', 'admin')).status).toBe(200);
    // Whoever is above them may send it again; whoever is below an owner may not send an owner's.
    await invite('heir@lumenoak.test', { company_id: shop.companyId, role: 'owner' });
    await aMinuteLater();
    const invites = (await olena.api.call('invite/get', { company_id: shop.companyId })).body.data.invites;
    const heir = invites.find((one: { email: string }) => one.email === 'heir@lumenoak.test');
    expect(problem(await admin.api.call('invite/send-again', { id: heir.id }))).toBe('above_own_rights');

    // Lowered before anybody came: their word makes agents alone.
    await system(sql`update roles set level = 1, name = 'agent' where user_id = ${admin.id}`);
    expect(await roleOf(await keyIn(at, 'second@lumenoak.test'))).toBe('agent');
  });

  test('by an administrator who gives no roles makes agents alone', async () => {
    const lead = await aPerson(at, 'Lead', 'lead@lumenoak.test');
    await joins(at, lead.id, shop.companyId, 3);
    await system(
      sql`insert into company_privileges (company_id, role_name, privilege, value) values (${shop.companyId}, 'admin', 'users.update', 0)`,
    );
    at.wake.nudge('sessions');
    const by = (email: string, role?: string) =>
      lead.api.call('invite/create', { email, company_id: shop.companyId, role });
    expect(problem(await by('climber@lumenoak.test', 'supervisor'))).toBe('above_own_rights');
    expect((await by('climber@lumenoak.test')).status).toBe(200);
  });

  test('of somebody who was removed since leads nowhere, and does not bring them back', async () => {
    const key = await invited('gone@lumenoak.test');
    expect((await register(key, { name: 'Gone' })).status).toBe(200);
    const [found] = await at.db.read<{ id: number }>(
      'system',
      sql`select id from users where email = 'gone@lumenoak.test'`,
    );
    await olena.api.call('users/remove', { id: found?.id, company_id: shop.companyId });
    expect(problem(await invite('gone@lumenoak.test'))).toBe('was_removed');

    // Removed while a letter lay in the inbox.
    const late = await aPerson(at, 'Latecomer', 'latecomer@lumenoak.test');
    const lying = await invited(late.email);
    await joins(at, late.id, shop.companyId, 1);
    await system(sql`update roles set is_deleted = 1 where user_id = ${late.id} and company_id = ${shop.companyId}`);
    expect(problem(await accept(late.api, lying))).toBe('invite_expired');
    expect(await memberIds()).not.toContain(late.id);
    expect((await late.api.call('users/self')).body.data.roles).toEqual([]);
  });
});

describe('who is asked', () => {
  test('oneself is refused with the text of SPEC section 8', async () => {
    const answer = await invite('OLENA@lumenoak.test');
    expect(answer.body.errors[0]).toMatchObject({
      key: 'cannot_invite_yourself',
      field: 'data.email',
      message: 'You cannot invite yourself to the team using the email address you registered with',
    });
  });

  test('stands in the list by its address as people read it', async () => {
    await invited('olena@xn--80a1acn3a.xn--j1amh');
    expect(await listed()).toContainEqual(expect.objectContaining({ email: 'olena@пошта.укр', state: 'pending' }));
  });

  test('many at once: each line has its verdict, and none stops the others', async () => {
    const emails = [
      'one@many.test',
      ' two@many.test ',
      'no address',
      'olena@lumenoak.test',
      'ada@lumenoak.test',
      'one@many.test',
    ];
    const answer = await olena.api.call('invite/create-many', {
      people: emails.map((email) => ({ email })),
      team_id: teamId,
    });
    expect(answer.body.data.verdicts.map((one: { verdict: string }) => one.verdict)).toEqual([
      'sent',
      'sent',
      'invalid',
      'yourself',
      'already_colleague',
      'just_sent',
    ]);
    const tooMany = Array.from({ length: 101 }, (_, i) => ({ email: `person${i}@many.test` }));
    expect((await olena.api.call('invite/create-many', { people: tooMany, team_id: teamId })).status).toBe(422);
  });

  test('a name that came with the address stands in the list, on the letter and on the form; sent again, it stays', async () => {
    const people = [
      { email: 'mira@named.test', name: 'Mira Bondar' },
      { email: 'lure@named.test', name: 'Win at www.lure.test' },
    ];
    await olena.api.call('invite/create-many', { people, team_id: teamId });
    const names = async () =>
      Object.fromEntries((await listed()).map((one: { email: string; name: string }) => [one.email, one.name]));
    expect(await names()).toMatchObject({
      'mira@named.test': 'Mira Bondar',
      'lure@named.test': 'Win at www.lure.test',
      'ira@lumenoak.test': null,
    });
    const calledInLetters = await at.db.read<{ to_name: string }>(
      'system',
      sql`select to_name from system_mails where to_address like '%@named.test' order by to_address desc`,
    );
    // What a mail program would make a link of is never sent in our name.
    expect(calledInLetters).toEqual([{ to_name: 'Mira Bondar' }, { to_name: '' }]);
    await aMinuteLater();
    const { id } = (await listed()).find((one: { email: string }) => one.email === 'mira@named.test');
    expect((await olena.api.call('invite/send-again', { id })).status).toBe(200);
    expect((await names())['mira@named.test']).toBe('Mira Bondar');
    const read = await at.stranger().call('invite/check', { key: await keyIn(at, 'mira@named.test') });
    expect(read.body.data).toMatchObject({ email: 'mira@named.test', name: 'Mira Bondar' });
    for (const name of ['M', 'M'.repeat(31), 'Mira\r\nBcc: all@named.test'])
      expect(
        (await olena.api.call('invite/create-many', { people: [{ email: 'm@named.test', name }], team_id: teamId }))
          .status,
      ).toBe(422);
  });

  test('A13 an address with an account elsewhere is answered as one without', async () => {
    await aPerson(at, 'Elsewhere', 'elsewhere@else.test');
    const answers = [await invite('elsewhere@else.test'), await invite('nobody@else.test')];
    expect(answers[0]?.text).toBe(answers[1]?.text);
    const seen = (await listed()).filter((one: { email: string }) => one.email.endsWith('@else.test'));
    expect(seen.map((one: object) => ({ ...one, id: 0, email: '' }))).toEqual(
      Array(2).fill(expect.objectContaining({ state: 'pending', user_id: null })),
    );
  });

  test('nobody is written to again and again, and a company writes so many letters an hour', async () => {
    for (let i = 0; i < 10; i++) {
      await system(sql`delete from invites where email = 'bomb@else.test'`);
      expect((await invite('bomb@else.test')).status).toBe(200);
    }
    await system(sql`delete from invites where email = 'bomb@else.test'`);
    expect(problem(await invite('bomb@else.test'))).toBe('too_many_requests');
    expect(await countLetters(at, 'bomb@else.test')).toBe(10);
  });

  test('nobody is written to again and again by sending their invitation anew', async () => {
    await invite('again@else.test');
    const { id } = (await listed()).find((one: { email: string }) => one.email === 'again@else.test');
    const again = () => olena.api.call('invite/send-again', { id });
    for (let sent = 1; sent < 10; sent++) {
      // Too early, it is no letter and counts as none.
      expect(problem(await again())).toBe('too_many_requests');
      await aMinuteLater();
      expect((await again()).status).toBe(200);
    }
    await aMinuteLater();
    expect(problem(await again())).toBe('too_many_requests');
    expect(await countLetters(at, 'again@else.test')).toBe(10);
  });

  test('a name that would be a link in a letter is left out of it', async () => {
    const eve = await aPerson(at, 'Win www.evil.test', 'eve@evil.test');
    const company = await aCompany(eve.api, 'Prize at evil.test/win', 'EV');
    await eve.api.call('invite/create', { email: 'victim@else.test', company_id: company.companyId });
    const letter = await letterTo(at, 'victim@else.test');
    for (const text of [letter.subject, letter.text, letter.html]) expect(text).not.toMatch(/evil/i);
    expect(letter.text).toContain('Somebody invites you');
  });
});

test('invite/delete takes somebody out of the team and leaves them in the company', async () => {
  const key = await invited('out@lumenoak.test');
  const api = at.stranger();
  await call(api, 'invite/register', { key, name: 'Out', raw_password: 'maple-chair-9-pine' });
  const { id } = (await api.call('users/self')).body.data.user;
  expect((await olena.api.call('invite/delete', { user_id: id, team_id: teamId })).status).toBe(200);
  expect(await memberIds()).not.toContain(id);
  expect((await api.call('users/self')).body.data.companies).toHaveLength(1);
  expect((await olena.api.call('invite/delete', { user_id: id, team_id: teamId })).status).toBe(404);
});

test('a team has two hundred members at most, whichever way they come into it', async () => {
  const { companyId } = shop;
  const made = await olena.api.post('teams/create', { data: [{ company_id: companyId, name: 'Everybody' }] });
  const full = { team_id: rowId(made, 'teams') };
  await system(
    sql`with people as (
          insert into users (name, email, password_hash, email_confirmed_at)
            select 'Member', 'member' || n || '@lumenoak.test', 'none', now() from generate_series(1, ${teamMembersMax - 1}) n returning id
        ), working as (
          insert into roles (user_id, company_id, level, name) select id, ${companyId}, 1, 'agent' from people
        ) insert into team_members (company_id, team_id, user_id) select ${companyId}, ${full.team_id}, id from people`,
  );
  expect((await invite('slow@lumenoak.test', full)).body.data).toEqual({ verdict: 'sent' });
  const key = await keyIn(at, 'slow@lumenoak.test');
  const [last, another] = [await aPerson(at, 'Last'), await aPerson(at, 'Another')];
  for (const { id } of [last, another]) await joins(at, id, companyId, 1);
  at.wake.nudge('sessions');
  const into = (id: number) =>
    olena.api.call('users/change-access', { id, company_id: companyId, team_ids: [full.team_id] });
  expect((await into(last.id)).status).toBe(200);

  const refused = (field: string) => [{ key: 'limit_reached', field, values: { max: teamMembersMax } }];
  expect((await into(another.id)).body.errors).toMatchObject(refused('data.team_ids'));
  for (const email of [another.email, 'nobody@lumenoak.test'])
    expect((await invite(email, full)).body.errors).toMatchObject(refused('data.email'));
  const people = [{ email: last.email }, { email: another.email }];
  const many = await olena.api.call('invite/create-many', { people, ...full });
  expect(many.body.data.verdicts.map((one: { verdict: string }) => one.verdict)).toEqual([
    'already_colleague',
    'team_full',
  ]);
  // Whoever was invited before is in the company, and waits for a place in the team.
  const slow = at.stranger();
  const came = await call(slow, 'invite/register', { key, name: 'Slow', raw_password: 'maple-chair-9-pine' });
  expect(came.body.data).toEqual({ company_id: companyId });
  const total = async () => rows(await olena.api.post('teams/get', byId(full.team_id)), 'teams')[0].users_total;
  expect(await total()).toBe(teamMembersMax);
  // Nor does whoever is taken back find their place kept, once somebody else has it.
  const lastly = { id: last.id, company_id: companyId };
  expect((await olena.api.call('users/remove', lastly)).status).toBe(200);
  expect((await into(another.id)).status).toBe(200);
  expect((await olena.api.call('users/take-back', lastly)).status).toBe(200);
  expect(await total()).toBe(teamMembersMax);
});
