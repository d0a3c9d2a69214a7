import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findSignedIn, findToken } from '#domain/accounts/index.ts';
import { forgetOldRightsChanges, loadPerson, seeRights } from '#domain/people/index.ts';
import type { Database, Query } from '#platform/database.ts';
import { connectClient } from '#platform/database-client.ts';
import { sql } from '#platform/sql.ts';
import { createBelief } from '#server/http/believed.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company } from './people.ts';

let at: TestParley;
let shop: Company;
let userId: number;
beforeAll(async () => {
  at = await aParley();
  const olena = await aPerson(at, 'Olena', 'olena@lumenoak.test');
  shop = await aCompany(olena.api);
  userId = olena.id;
});
afterAll(() => at?.close());

const run = (query: Query) => at.db.transaction('system', (tx) => tx.run(query));

/** All statements that tell who somebody is, with their parameters as they were sent. */
async function askedWhoIs(): Promise<Query[]> {
  const asked: Query[] = [];
  const noting: Database = {
    ...at.db,
    read(scope, query) {
      asked.push(query);
      return at.db.read(scope, query);
    },
    readValues(scope, values, fill = (param) => param) {
      for (const one of Object.values(values)) {
        const { text, values: params } = sql`${one}`;
        asked.push({ text, values: params.map(fill) });
      }
      return at.db.readValues(scope, values, fill);
    },
  };
  await findSignedIn(noting, { token: 'nobody’s' });
  await findSignedIn(noting, { id: 1 });
  await findToken(noting, { token: 'nobody’s' });
  await findToken(noting, { id: 1 });
  await loadPerson(noting, userId);
  return asked;
}

describe('what is believed of people', () => {
  test('tells of its changes by triggers, every column of it', async () => {
    const owner = await connectClient(at.databaseUrl);
    try {
      await owner.query('begin');
      const asked = await askedWhoIs();
      expect(asked.length).toBeGreaterThanOrEqual(7);
      for (const [i, { text, values }] of asked.entries()) {
        const whole = text.replace(/\$(\d+)/g, (_all, n) => owner.escapeLiteral(asText(values[Number(n) - 1])));
        await owner.query(`create view asked_${i} as select exists (${whole})`);
      }
      // What a view reads PostgreSQL knows itself. An identity never changes.
      const { rows } = await owner.query<{ table: string; column: string; is_told: boolean; goes: boolean }>(
        `select distinct c.relname as table, a.attname as column,
           exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'rights_change' and t.tgenabled = 'O' and a.attnum = any (t.tgattr)) as is_told,
           exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'rights_come_and_go' and t.tgenabled = 'O') as goes
         from pg_rewrite r join pg_class v on v.oid = r.ev_class and v.relname like 'asked\\_%'
         join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0
         join pg_class c on c.oid = d.refobjid and c.relkind = 'r' join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
         where a.attidentity = ''`,
      );
      const untold = rows.filter((row) => !row.is_told || !row.goes).map((row) => `${row.table}.${row.column}`);
      // That somebody was here is written beside what lets them in, and takes nothing from anybody.
      expect(untold.sort()).toEqual(['api_tokens.last_used', 'sessions.last_used']);
      expect([...new Set(rows.map((row) => row.table))].sort()).toEqual([
        'api_tokens',
        'companies',
        'company_privileges',
        'company_role_settings',
        'company_suspensions',
        'product_members',
        'roles',
        'sessions',
        'team_members',
        'teams',
        'two_factors',
        'users',
      ]);
    } finally {
      await owner.query('rollback');
      await owner.end();
    }
  });
});

const asText = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value));

describe('A9 a process that was told nothing', () => {
  let looks: string[];
  let who: (shown: string) => Promise<number>;
  beforeEach(() => {
    looks = [];
    who = createBelief(
      at.db,
      at.wake,
    )(async (shown) => {
      looks.push(shown);
      const [row] = await at.db.read<{ level: number }>(
        'system',
        sql`select level from roles where user_id = ${userId}`,
      );
      return row?.level ?? 0;
    });
  });

  /** Somebody is believed, and then asked for again when the second is over. */
  const secondsLater = async (seconds = 1) => {
    const until = performance.now() + seconds * 1000;
    await waitUntil(() => performance.now() > until);
  };

  test('looks nobody up again whose rights stay', async () => {
    await run(sql`update roles set level = 4 where user_id = ${userId}`);
    for (let n = 0; n < 3; n++) {
      expect(await Promise.all([who('one'), who('one'), who('other')])).toEqual([4, 4, 4]);
      await secondsLater();
      // Not even for what changes all day.
      await run(sql`update companies set last_ticket_number = last_ticket_number + 1`);
      await run(sql`update users set last_seen = now()`);
      await run(sql`update sessions set last_used = now()`);
    }
    expect(looks.sort()).toEqual(['one', 'other']);
  });

  test('sees a change within a second', async () => {
    await run(sql`update roles set level = 4 where user_id = ${userId}`);
    expect(await who('one')).toBe(4);
    await run(sql`update roles set level = 1 where user_id = ${userId}`);
    await secondsLater();
    expect(await who('one')).toBe(1);
    expect(looks).toHaveLength(2);
  });

  test('sees one that began before it looked and was committed after, behind others', async () => {
    await run(sql`update roles set level = 4 where user_id = ${userId}`);
    const slow = await connectClient(at.databaseUrl);
    try {
      await slow.query(`begin; set local parley.scope = 'system'`);
      await slow.query('update roles set level = 2 where user_id = $1', [userId]);
      expect(await who('one')).toBe(4);
      await run(sql`insert into company_privileges values (${shop.companyId}, 'agent', 'tickets.delete', 1)`);
      await secondsLater();
      expect(await who('one')).toBe(4);
      await secondsLater();
      expect(await who('one')).toBe(4);
      expect(looks).toHaveLength(2);
      await slow.query('commit');
      await secondsLater();
      expect(await who('one')).toBe(2);
    } finally {
      await slow.end();
      await run(sql`delete from company_privileges`);
    }
  });

  test('believes nothing while it cannot ask', async () => {
    let isAway = false;
    const flaky: Database = {
      ...at.db,
      readValues: (...question) =>
        isAway
          ? Promise.reject(new Error('away'))
          : at.db.readValues(...(question as Parameters<Database['readValues']>)),
    } as Database;
    const ask = createBelief(flaky, at.wake)(async () => 'Olena');
    expect(await ask('one')).toBe('Olena');
    isAway = true;
    await secondsLater();
    await expect(ask('one')).rejects.toThrow('away');
    isAway = false;
    expect(await ask('one')).toBe('Olena');
  });
});

test('what was seen too long ago, or in a time to come, counts as changed', async () => {
  const { seen } = await seeRights(at.db, undefined);
  expect((await seeRights(at.db, seen)).isChanged).toBe(false);
  const [other] = await at.db.read<{ ago: string; ahead: string }>(
    'system',
    sql`select (now() - interval '31 minutes')::text as ago, (now() + interval '1 minute')::text as ahead`,
  );
  for (const moment of [other?.ago, other?.ahead])
    expect((await seeRights(at.db, { ...seen, at: moment ?? '' })).isChanged).toBe(true);
});

test('noted changes are forgotten after an hour', async () => {
  await run(
    sql`insert into rights_changes (written_in, at) values ('3', now() - interval '61 minutes'), ('4', now() - interval '59 minutes')`,
  );
  await at.db.transaction('system', forgetOldRightsChanges);
  const left = await at.db.read<{ written_in: string }>(
    'system',
    sql`select written_in::text from rights_changes where written_in in ('3', '4')`,
  );
  expect(left).toEqual([{ written_in: '4' }]);
});
