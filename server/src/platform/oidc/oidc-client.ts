import * as oidc from 'openid-client';
import { Problem } from '../problem.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

export type OidcSettings = { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };

/** What must come back the same, kept between leaving for the provider and coming back. */
export type Checks = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

/** What the provider vouches for. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  /** Present only when the provider says that it has verified the address. */
  readonly email: string | undefined;
  readonly name: string | undefined;
};

/** Signing in through a provider of OpenID Connect: authorization code with PKCE, state and nonce (RFC 9700). */
export interface OidcClient {
  begin(redirectUri: string): Promise<{ url: string } & Checks>;
  /** `answered` is the address that the provider sent the browser back to. Throws sso_failed or sso_unavailable. */
  finish(answered: URL, checks: Checks): Promise<Identity>;
}

/** What the provider publishes of itself, its keys too, is believed this long; then it is read anew. */
const discoveredMilliseconds = 3_600_000;
/** Sooner when it does not fit what the provider says, though no stranger can have it read oftener than this. */
const rereadMilliseconds = 600_000;
const answerSeconds = 10;

export function createOidcClient(settings: OidcSettings, fetchGuarded: GuardedFetch): OidcClient {
  let discovered: { configuration: Promise<oidc.Configuration>; readAt: number } | undefined;

  function configuration(): Promise<oidc.Configuration> {
    if (discovered && Date.now() < discovered.readAt + discoveredMilliseconds) return discovered.configuration;
    const fresh = discover(settings, fetchGuarded);
    discovered = { configuration: fresh, readAt: Date.now() };
    fresh.catch(() => {
      discovered = undefined;
    });
    return fresh;
  }

  /** The provider may have changed its keys or addresses: the next who comes finds out. */
  function doubt(problem: Problem): never {
    if (discovered && Date.now() >= discovered.readAt + rereadMilliseconds) discovered = undefined;
    throw problem;
  }

  return {
    async begin(redirectUri) {
      const found = await configuration().catch(fail);
      const codeVerifier = oidc.randomPKCECodeVerifier();
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const url = oidc.buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state, nonce, codeVerifier };
    },

    async finish(answered, { state, nonce, codeVerifier }) {
      const found = await configuration().catch(fail);
      const tokens = await oidc
        .authorizationCodeGrant(found, answered, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        .catch(fail)
        .catch(doubt);
      const claims = tokens.claims();
      if (!claims) throw new Problem('sso_failed');
      // Some providers tell the address only when asked for it; the subject must be the same.
      const told =
        claims.email === undefined
          ? await oidc.fetchUserInfo(found, tokens.access_token, claims.sub).catch(fail).catch(doubt)
          : claims;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: told.email_verified === true && typeof told.email === 'string' ? told.email : undefined,
        name: typeof told.name === 'string' ? told.name : undefined,
      };
    },
  };
}

async function discover(settings: OidcSettings, fetchGuarded: GuardedFetch): Promise<oidc.Configuration> {
  const issuer = new URL(settings.issuer);
  const found = await oidc.discovery(
    issuer,
    settings.clientId,
    // Signed by a key pair of the provider; a token signed with the shared secret, or not at all, is no proof.
    { client_secret: settings.clientSecret },
    undefined,
    {
      [oidc.customFetch]: fetchGuarded,
      timeout: answerSeconds,
      // Checked by signature even though it comes straight from the provider: TLS may end before it.
      execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    },
  );
  return found;
}

/** The provider is away, or does not vouch: told apart, because only one of them is worth another try. */
function fail(error: unknown): never {
  if (error instanceof Problem) throw error;
  throw new Problem(isAway(error) ? 'sso_unavailable' : 'sso_failed', { cause: error });
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(E[A-Z_]+|OAUTH_TIMEOUT|OAUTH_RESPONSE_IS_NOT_CONFORM)$/.test(code)) return true;
  return error.cause !== undefined && isAway(error.cause);
}
