import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';

/** Whoever the provider knows; signing in there takes the account's name alone. */
export type ProviderAccount = { sub: string; email: string; email_verified: boolean; name?: string };

type Claims = Record<string, unknown>;

export type OidcRig = {
  /** Where it sends browsers back to. Read at the first request, so that it may be known late. */
  redirectUris: string[];
  issuer: string;
  clientId: string;
  clientSecret: string;
  accounts: Map<string, ProviderAccount>;
  /** Who signs in next; nobody asks them anything. */
  next: string;
  /** From now on tokens say this instead, well signed all the same. */
  meddle(change: ((claims: Claims) => Claims) | undefined): void;
  /** From now on tokens are made by this. */
  forge(sign: (claims: Claims) => Promise<string>): void;
  /** From now on it signs with another key under the same name, as after a disaster. */
  changeKeys(): Promise<void>;
  /** From now on it gives tokens there, and says so in what it publishes. */
  moveTokensTo(path: string): void;
  /** Follows the provider from the address of a sign-in until it sends the browser back; answers the query it sends. */
  walk(url: string, home: string): Promise<string>;
  close(): Promise<void>;
};

/** A real provider of OpenID Connect (oidc-provider), in which whoever `next` names signs in at once. */
export async function startOidcProvider(redirectUris: readonly string[] = []): Promise<OidcRig> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const newKeys = async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid: 'ours', alg: 'RS256', use: 'sig' } };
  };
  let keys = await newKeys();
  let tokenPath = '/token';
  const sign = (claims: Claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'ours' }).sign(keys.privateKey);
  let makeToken: ((claims: Claims) => Promise<string>) | undefined;
  const rig: OidcRig = {
    redirectUris: [...redirectUris],
    issuer,
    clientId: 'parley',
    clientSecret: 'a secret of the tests and no other',
    accounts: new Map(),
    next: '',
    meddle(change) {
      makeToken = change && (async (claims) => sign(change(claims)));
    },
    forge(sign) {
      makeToken = sign;
    },
    async changeKeys() {
      keys = await newKeys();
      open = undefined;
    },
    moveTokensTo(path) {
      tokenPath = path;
      open = undefined;
    },
    walk,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  let open: ReturnType<typeof openProvider> | undefined;
  server.on('request', (request, response) => {
    open ??= openProvider();
    const { provider, handle } = open;
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    const account = rig.accounts.get(rig.next);
    const result = account ? { login: { accountId: account.sub } } : { error: 'access_denied' };
    provider
      .interactionFinished(request, response, result)
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return rig;

  function openProvider() {
    const configuration: Configuration = {
      clients: [
        {
          client_id: rig.clientId,
          client_secret: rig.clientSecret,
          redirect_uris: rig.redirectUris,
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
      pkce: { required: () => true },
      jwks: { keys: [keys.jwk] },
      routes: { token: tokenPath },
      cookies: { keys: ['a key of the tests'] },
      findAccount: (_ctx, sub) => {
        const account = [...rig.accounts.values()].find((one) => one.sub === sub);
        return account && { accountId: sub, claims: () => ({ ...account }) };
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      loadExistingGrant: async (ctx: KoaContextWithOIDC) => {
        const { client, session } = ctx.oidc;
        if (!client || !session?.accountId) return undefined;
        const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    };
    const provider = new Provider(issuer, configuration);
    // Whatever leaves the token endpoint can be meddled with: a provider that was taken over, or one in between.
    provider.use(async (ctx, next) => {
      await next();
      const body: unknown = ctx.body;
      if (!makeToken || ctx.path !== '/token' || typeof body !== 'object' || body === null || !('id_token' in body))
        return;
      ctx.body = { ...body, id_token: await makeToken(decodeJwt(String(body.id_token))) };
    });
    return { provider, handle: provider.callback() };
  }
}

async function walk(url: string, home: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let steps = 0, at = url; steps < 10; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`the provider stopped with ${answer.status}: ${await answer.text()}`);
    const next = new URL(location, at);
    if (next.href.startsWith(home)) return next.search;
    at = next.href;
  }
  throw new Error('the provider led in circles');
}
