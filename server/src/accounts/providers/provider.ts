import { USERNAME_MAX } from "@manabiya/contract/accounts/auth.ts";
import type { ProviderKey, ProviderReturn } from "@manabiya/contract/accounts/providers.ts";
import { Email, normalizeName } from "@manabiya/contract/text.ts";
import { createSigner } from "fast-jwt";
import * as oidc from "openid-client";
import * as z from "zod/mini";
import type { LoginProvider } from "../../config/login-providers.ts";
import { isLoopback } from "../../config/production-checks.ts";
import { AppError, notFound } from "../../errors/app-error.ts";

/** Seconds for each answer of a provider: a login waits for one or two. */
const PATIENCE = 4;

/** Seconds for which Apple's secret, which is made from a key, is valid. */
const SECRET_SECONDS = 5 * 60;

/** What the browser keeps, sealed, while its person is at the provider. */
export interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** An account at a provider, as the provider describes it now. */
export interface Identity {
  provider: ProviderKey;
  issuer: string;
  subject: string;
  /** Null: the provider names none that we could write to. */
  email: string | null;
  /** Whether the provider is sure that the address is this person's. */
  isVerified: boolean;
  /** A suggestion; may be empty. */
  username: string;
}

export interface LoginProviders {
  all: readonly LoginProvider[];
  /** @returns the address to which the browser goes @throws 404, 503 */
  authorizationUrl(key: ProviderKey, secrets: Secrets): Promise<string>;
  /** Exchanges what the provider sent. @throws 400, 404, 503 */
  identify(key: ProviderKey, answer: z.infer<typeof ProviderReturn>, secrets: Secrets): Promise<Identity>;
}

/** @param now milliseconds since 1970; a provider's times are compared with it */
export function createLoginProviders(
  all: readonly LoginProvider[],
  publicUrl: string,
  now: () => number,
): LoginProviders {
  const descriptions = new Map<ProviderKey, oidc.ServerMetadata>();

  function settingsOf(key: ProviderKey): LoginProvider {
    const found = all.find((each) => each.key === key);
    if (!found) throw notFound("ログイン方法");
    return found;
  }

  async function configure(provider: LoginProvider): Promise<oidc.Configuration> {
    const known = descriptions.get(provider.key);
    const server = known ?? (await discover(provider));
    descriptions.set(provider.key, server);
    // The injected clock decides whether an id token has expired.
    const times = { [oidc.clockSkew]: Math.round((now() - Date.now()) / 1_000), [oidc.clockTolerance]: 60 };
    const configuration = new oidc.Configuration(server, provider.clientId, times, authenticate(provider));
    configuration.timeout = PATIENCE;
    if (isOwn(provider)) oidc.allowInsecureRequests(configuration);
    return configuration;
  }

  return {
    all,
    async authorizationUrl(key, { state, nonce, verifier }) {
      const provider = settingsOf(key);
      const configuration = await configure(provider).catch((error: unknown) => {
        throw failureOf(error, provider);
      });
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri(publicUrl, key),
        scope: provider.scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...provider.parameters,
      });
      return url.href;
    },
    async identify(key, answer, { state, nonce, verifier }) {
      const provider = settingsOf(key);
      const address = new URL(redirectUri(publicUrl, key));
      for (const [name, value] of Object.entries(answer))
        if (value !== undefined) address.searchParams.set(name, value);
      try {
        const tokens = await oidc.authorizationCodeGrant(await configure(provider), address, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        return identityOf(provider, tokens.claims() as oidc.IDToken);
      } catch (error) {
        throw failureOf(error, provider);
      }
    },
  };
}

/** The page to which the provider sends the person back: one for each, so that no other provider's answer passes. */
const redirectUri = (publicUrl: string, key: ProviderKey) => `${publicUrl}/login/with/${key}`;

/** A provider on this machine, for rehearsals and tests; the settings allow no other without TLS. */
const isOwn = ({ issuer }: LoginProvider) => isLoopback(new URL(issuer).hostname);

/** Reads the provider's description. @throws if it is away, or describes another issuer */
export async function discover(provider: LoginProvider): Promise<oidc.ServerMetadata> {
  const { issuer, clientId, algorithms } = provider;
  const found = await oidc.discovery(new URL(issuer), clientId, {}, oidc.None(), {
    timeout: PATIENCE,
    execute: isOwn(provider) ? [oidc.allowInsecureRequests] : [],
  });
  const { supportsPKCE: _, ...server } = found.serverMetadata();
  if (server.issuer !== issuer) throw new Error(`the provider calls itself ${server.issuer}`);
  return { ...server, ...(algorithms && { id_token_signing_alg_values_supported: algorithms }) };
}

/** How the server proves to a provider who it is. */
export function authenticate({ clientId, clientSecret, issuer, signedBy }: LoginProvider): oidc.ClientAuth {
  if (!signedBy) return oidc.ClientSecretPost(clientSecret);
  const sign = createSigner({
    key: clientSecret,
    algorithm: "ES256",
    kid: signedBy.keyId,
    iss: signedBy.teamId,
    sub: clientId,
    aud: issuer,
    expiresIn: SECRET_SECONDS * 1_000,
  });
  return (server, client, body, headers) => oidc.ClientSecretPost(sign({}))(server, client, body, headers);
}

function identityOf({ key, issuer, vouchesFor }: LoginProvider, claims: oidc.IDToken): Identity {
  const address = z.safeParse(Email, claims["email"]);
  const email = address.success ? address.data : null;
  // Apple sends the word.
  const isVerified = email !== null && [true, "true"].includes(claims["email_verified"] as boolean | string);
  const name = typeof claims["name"] === "string" ? normalizeName(claims["name"].slice(0, USERNAME_MAX)) : "";
  return {
    provider: key,
    issuer,
    subject: claims.sub,
    email,
    isVerified: isVerified && (vouchesFor?.({ email, hd: claims["hd"] }) ?? true),
    username: name,
  };
}

const CANCELLED = ["access_denied", "user_cancelled_authorize"];

const AWAY = ["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_JSON", "OAUTH_RESPONSE_IS_NOT_CONFORM"];

/** Each way in which a login fails at the provider, with the way on. */
function failureOf(error: unknown, { name }: LoginProvider): AppError {
  const { code = "", status = 0, error: answered = "" } = error as { code?: string; status?: number; error?: string };
  if (CANCELLED.includes(answered))
    return new AppError(
      400,
      "provider_cancelled",
      `${name}でのログインを中止しました。ほかの方法でもログインできます。`,
    );
  if (code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED") {
    const message = `${name}とこのサービスの時計が合わないため、ログインを確認できませんでした。メールアドレスとパスワードでログインするか、しばらくしてから、もう一度お試しください。`;
    return new AppError(400, "provider_clock", message, { cause: error });
  }
  const isUnreachable = error instanceof TypeError || AWAY.includes(code);
  if (isUnreachable || status >= 500 || ["server_error", "temporarily_unavailable"].includes(answered)) {
    const message = `${name}に接続できませんでした。しばらくしてから、もう一度お試しください。パスワードをお持ちの方は、メールアドレスでもログインできます。`;
    return new AppError(503, "provider_away", message, { cause: error });
  }
  const message = `${name}でのログインを確認できませんでした。もう一度お試しください。${name}のアカウントが使えなくなった方は、「パスワードをお忘れの方」から、パスワードを設定してログインできます。`;
  return new AppError(400, "provider_refused", message, { cause: error });
}
