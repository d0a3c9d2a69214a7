import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountAction, accountActions } from '#contract/audit.ts';
import { answerRecoveryRequest } from '#domain/accounts/index.ts';
import { tellRefusals } from '#domain/audit/index.ts';
import { sql } from '#platform/sql.ts';
import { verdicts } from './access-verdicts.ts';
import { aHouse, keyIn, lettersTo } from './account-letters.ts';
import { anAuthenticator } from './an-authenticator.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aChangeOf, aRowOf, calls, entities } from './contract-registry.ts';
import { callsFrom } from './from-places.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { listPayloads, payloads } from './payloads.ts';
import { aPerson, password } from './people.ts';
import { tellTrail } from './tell-trail.ts';
import { aPixel, aShop } from './two-companies.ts';

let at: TestParley;
let ops: { id: number; api: ApiClient };
beforeAll(async () => {
  at = await aParley({ env: { TRUSTED_PROXIES: '127.0.0.1', OPERATOR_EMAILS: 'ops@lumenoak.test' } });
  ops = await aPerson(at, 'Ops', 'ops@lumenoak.test');
});
afterAll(() => at?.close());

const from = callsFrom('10.6');
const good = async (answer: Promise<Answer>): Promise<Answer['body']['data']> => {
  const { status, text, body } = await answer;
  expect(status, text).toBe(200);
  return body.data;
};

describe('A54 the audit trail, by the lists of what there is', () => {
  /** Told where those are whom it takes: user-ai-configs.test.ts, push.test.ts and single-sign-on.test.ts. */
  const elsewhere: readonly AccountAction[] = [
    ...(['push_on', 'push_off', 'ai_config_added', 'ai_config_deleted', 'sso_linked', 'sso_unlinked'] as const),
  ];

  test('everything that can happen to an account is told, with who, from where, and no secret', async () => {
    const email = 'maryna@lumenoak.test';
    const next = 'copper-kettle-77!Zq';
    const maryna = at.stranger();
    await good(
      from(maryna, 'users/registration', { name: 'Maryna', email_confirmation: email, raw_password: password }),
    );
    const confirmKey = await keyIn(at, email);
    await good(from(maryna, 'email-confirmation/confirm', { key: confirmKey }));
    const { user } = await good(maryna.call('users/self'));
    const company = await maryna.post('companies/create', { data: [{ company_name: 'Maryna', case_prefix: 'MA' }] });

    const signIn = async (secret = password, ip?: string) => {
      const browser = at.stranger();
      const answer = await from(browser, 'auth/login', { email, password: secret }, ip);
      return { browser, answer };
    };
    const phone = await anAuthenticator(at, { id: user.id, api: maryna });
    const half = async (code: string, more = {}) => {
      const { browser } = await signIn();
      await from(browser, 'google2fa/check', { code, ...more });
      return browser;
    };
    await half('000000');
    const trusted = await half(await phone.nextCode(), { trust_device: true });
    const out = await half(phone.recoveryCodes[0] ?? '');
    await good(out.call('auth/logout'));
    const made = await good(maryna.call('google2fa/recovery-codes', { code: await phone.nextCode() }));
    const [device] = (await good(trusted.call('google2fa/status'))).trusted_devices;
    await good(trusted.call('google2fa/forget-device', { id: device.id }));
    await good(trusted.call('google2fa/disable', { code: await phone.nextCode() }));
    const again = at.stranger();
    await good(from(again, 'auth/login', { email, password }));
    await anAuthenticator(at, { id: user.id, api: again });
    await good(ops.api.call('users/reset-two-factor', { user_id: user.id }));

    const { browser: here } = await signIn();
    const { browser: there } = await signIn();
    const { sessions } = await good(here.call('sessions/get'));
    await good(here.call('sessions/end', { id: sessions.find((one: { is_current: boolean }) => !one.is_current).id }));
    await signIn();
    await good(here.call('sessions/end-others'));
    expect((await there.call('users/self')).status).toBe(401);
    await good(here.call('profile/change', { note: 'On the second floor' }));
    await good(here.call('settings/change', { theme: 'dark' }));
    expect((await here.call('auth/confirm-password', { password: 'not-hers-1!' })).status).toBe(422);
    await good(here.call('auth/confirm-password', { password }));
    const { token, 'api-tokens': tokens } = await good(
      here.call('api-tokens/create', {
        name: 'Robot',
        company_id: company.body.data.companies?.[0].id,
        scopes: ['tickets.get'],
        expires_in_days: 1,
      }),
    );
    const program = (path: string) =>
      from(at.stranger(), path, {}, '10.66.0.4', { authorization: `Bearer ${token}`, 'user-agent': 'A robot' });
    expect((await program('customers/find')).status, 'beyond its scopes').toBe(403);
    const owed = await ops.api.call('locked-account/unlock', { ips: ['10.66.0.9'] });
    expect(owed.body.errors[0]?.key, 'is asked for the password, and not refused').toBe('password_needed');
    await good(ops.api.call('auth/confirm-password', { password }));
    await good(here.call('api-tokens/revoke', { id: tokens[0].id }));

    /** So often already, wherever somebody has tried. */
    const tried = (whose: string, times: number) =>
      at.db.transaction('system', (tx) =>
        tx.run(sql`update sign_in_failures set failures = ${times} where email = ${whose} and locked_until is null`),
      );
    const fails = async (address: string, ip: string) =>
      from(at.stranger(), 'auth/login', { email: address, password: 'wrong' }, ip);
    await fails(email, '10.66.0.1');
    await tried(email, 4);
    await fails(email, '10.66.0.1');
    const unlockKey = /\/v1\/unlock\/(\S+)/.exec((await lettersTo(at, email)).map((one) => one.text).join('\n'))?.[1];
    await good(from(at.stranger(), 'locked-account/open', { key: unlockKey }));
    await fails('spray@lumenoak.test', '10.66.0.2');
    await tried('', 19);
    await fails('spray@lumenoak.test', '10.66.0.2');
    await good(ops.api.call('locked-account/unlock', { ips: ['10.66.0.2'] }));

    await good(from(at.stranger(), 'forgot/email', { email }));
    while (await answerRecoveryRequest(at.db, () => aHouse(at))); // what the worker does
    const resetToken = await keyIn(at, email);
    const twice = { password: next, password_confirmation: next };
    await good(from(at.stranger(), 'forgot/password', { token: resetToken, ...twice }));
    const { browser: last } = await signIn(next);
    await good(from(last, 'users/change-address', { email: 'maryna@new.test', password: next }));
    await good(from(last, 'email-confirmation/confirm', { key: await keyIn(at, 'maryna@new.test') }));
    const noted = () => at.db.read('system', sql`select user_id as who, call, ip, user_agent from refused_calls`);
    await expect
      .poll(noted)
      .toEqual([{ who: user.id, call: 'customers/find', ip: '10.66.0.4', user_agent: 'A robot' }]);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update refused_calls set minute = minute - interval '1 minute'`),
    );
    await tellRefusals(at.db);

    await tellTrail(at);
    const told = await at.db.read<{ action: AccountAction; actor_kind: string; ip: string | null; line: string }>(
      'system',
      sql`select action, actor_kind, ip, to_json(e)::text as line from audit_entries e where entity = 'accounts' and company_id is null`,
    );
    const toldActions = new Set(told.map((one) => one.action));
    expect(accountActions.filter((one) => !toldActions.has(one))).toEqual(elsewhere);
    expect(
      told.filter((one) => one.ip === null).map((one) => one.action),
      'from where',
    ).toEqual([]);
    const secrets = [password, next, token, phone.secret, confirmKey, unlockKey, resetToken, ...made.recovery_codes];
    for (const { line } of told) for (const secret of secrets) expect(line).not.toContain(secret);
  }, 60_000);

  /** Calls that leave no line, and why they need none. A new call that leaves none has to be judged here. */
  const untold: readonly string[] = [
    // They look.
    'announcements/current',
    'announcements/list',
    'api-tokens/get',
    'audit/list',
    'audit/newer',
    'chat/conversations',
    'companies/content',
    'customers/card',
    'customers/duplicates',
    'customers/erasure-preview',
    'customers/find',
    'drafts/mentionable',
    'drafts/of-ticket',
    'google2fa/status',
    'installation/health',
    'integrations/check',
    'integrations/history',
    'integrations/look',
    'invite/get',
    'jobs/list',
    'legal/read',
    'locked-account/list',
    'mailboxes/check',
    'mailboxes/check-domain',
    'mailboxes/detect',
    'mailboxes/history',
    'messages/find',
    'messages/note-history',
    'new-letters/mine',
    'notifications/list',
    'notifications/unread',
    'operated-companies/list',
    'outbox/find',
    'privileges/get',
    'product-call-phones/history',
    'product-call-phones/list-all',
    'promocode/list',
    'push/devices',
    'quidgets/check-installation',
    'search/find',
    'sessions/get',
    'settings/ai',
    'settings/all',
    'settings/languages',
    'side-conversations/list',
    'sso/links',
    'sso/offer',
    'teams/members',
    'templates/find',
    'templates/insert',
    'templates/preview',
    'tickets/assignees',
    'tickets/chat',
    'tickets/compose-senders',
    'tickets/counters',
    'tickets/find-others',
    'tickets/relations',
    'tickets/reply-defaults',
    'users/access',
    'users/self',
    'visits/here',
    // One's own business: what is typed and not sent, read, or at hand.
    'drafts/discard',
    'drafts/discard-waiting',
    'new-letters/discard',
    'notifications/at-desk',
    'notifications/read',
    'push/resume',
    'side-conversations/see',
    'tickets/read',
    // In this shop it is so already, or nobody is meant.
    'auth/logout',
    'companies/restore',
    'customers/make-primary',
    'email-confirmation/send',
    'forgot/email',
    'inbound-mails/move-to-ticket',
    'locked-account/unlock',
    'products/restore',
    'profile/remove-avatar',
    'tags/delete',
    'tickets/put-back',
    'tickets/tag',
    // Told by what comes of it: a visitor's ticket, two-factor that is confirmed, a letter, each ticket of many.
    'chat/begin',
    'google2fa/enable',
    'mailboxes/send-test',
    'tickets/act-on-all',
    'tickets/empty-trash',
  ];

  test('every call that did something left a line', async () => {
    const shop = await aShop(at, 'told', 'TO');
    const uploadId = (await shop.owner.upload('table.png', aPixel)).body.data.files[0].id;
    const newest = async () =>
      (await at.db.read<{ p: number }>('system', sql`select coalesce(max(position), 0) as p from events`))[0]?.p ?? 0;
    const doAll: [string, () => Promise<Answer>][] = [
      ...calls.map(({ path, access, method }): [string, () => Promise<Answer>] => {
        const who = access === 'public' ? at.stranger() : verdicts[path] === 'operators' ? ops.api : shop.owner;
        const data = () => listPayloads[path] ?? payloads[path]?.(shop, uploadId) ?? {};
        return [path, () => (method === 'GET' ? who.get(path) : who.call(path, data()))];
      }),
      ...entities.flatMap((of) =>
        of.actions.map((action): [string, () => Promise<Answer>] => {
          const filter = { conditions: [['id', '=', shop.ids[of.name]]] };
          const body = () =>
            action === 'create'
              ? { data: [aRowOf(of, shop.ids)] }
              : action === 'update'
                ? { data: aChangeOf(of, shop.ids), filter }
                : { filter };
          return [`${of.name}/${action}`, () => shop.owner.post(`${of.name}/${action}`, body())];
        }),
      ),
    ];
    await shop.owner.call('auth/confirm-password', { password });
    const silent: string[] = [];
    for (const [path, ask] of doAll) {
      const before = await newest();
      const answer = await ask();
      const [line] = await at.db.read(
        'system',
        sql`select 1 from events where position > ${before} and (actor_kind = 'user' or entity = 'accounts') limit 1`,
      );
      if (answer.status === 200 && !line) silent.push(path);
    }
    const got = entities.map((of) => `${of.name}/get`);
    expect(silent.filter((path) => !got.includes(path)).toSorted()).toEqual(untold.toSorted());
  }, 60_000);
});
