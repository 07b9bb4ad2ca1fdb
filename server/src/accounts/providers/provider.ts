import { USERNAME_MAX } from "@manabiya/contract/accounts/auth.ts";
import type { ProviderKey, ProviderReturn } from "@manabiya/contract/accounts/providers.ts";
import { Email, normalizeName, opaque } from "@manabiya/contract/text.ts";
import { createSigner } from "fast-jwt";
import * as oidc from "openid-client";
import * as z from "zod/mini";
import type { LoginProvider } from "../../config/login-providers.ts";
import { isLoopback } from "../../config/production-checks.ts";
import { AppError } from "../../errors/app-error.ts";

/** Seconds for each answer of a provider: a login waits for one or two. */
const PATIENCE = 4;

/** Characters of a provider's name for a person, as OpenID Connect has it. */
const SUBJECT_MAX = 255;

/** Milliseconds for which Apple's secret, which is made from a key, is valid. */
const SECRET_TIME = 5 * 60_000;

/** Values that the browser keeps, sealed, while its person is at the provider. */
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

/** The part of the server on which a login depends. `now`: milliseconds since 1970. */
interface Here {
  publicUrl: string;
  now: number;
}

/** The providers' descriptions of themselves. */
const descriptions = new WeakMap<LoginProvider, oidc.ServerMetadata>();

/** @returns the address to which the browser goes @throws 503 */
export async function authorizationUrl(provider: LoginProvider, secrets: Secrets, here: Here): Promise<string> {
  const configuration = await configure(provider, here).catch((error: unknown) => {
    throw failureOf(error, provider);
  });
  const { href } = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(provider, here),
    scope: provider.scope,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
    ...provider.parameters,
  });
  return href;
}

/** Exchanges what the provider sent. The library compares state, nonce, issuer, audience and times. @throws 400, 503 */
export async function identify(
  provider: LoginProvider,
  answer: z.infer<typeof ProviderReturn>,
  { state, nonce, verifier }: Secrets,
  here: Here,
): Promise<Identity> {
  const address = new URL(redirectUri(provider, here));
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) address.searchParams.set(name, value);
  try {
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const tokens = await oidc.authorizationCodeGrant(await configure(provider, here), address, checks);
    return identityOf(provider, tokens.claims() as oidc.IDToken);
  } catch (error) {
    throw failureOf(error, provider);
  }
}

/** The page to which the provider sends the person back: one for each, so that no other provider's answer passes. */
const redirectUri = ({ key }: LoginProvider, { publicUrl }: Here) => `${publicUrl}/login/with/${key}`;

/** A provider on this machine, for rehearsals and tests; the settings allow no other without TLS. */
const isOwn = ({ issuer }: LoginProvider) => isLoopback(new URL(issuer).hostname);

async function configure(provider: LoginProvider, { now }: Here): Promise<oidc.Configuration> {
  const server = descriptions.get(provider) ?? (await discover(provider));
  descriptions.set(provider, server);
  // The injected clock decides whether an id token has expired.
  const times = { [oidc.clockSkew]: Math.round((now - Date.now()) / 1_000), [oidc.clockTolerance]: 60 };
  const configuration = new oidc.Configuration(server, provider.clientId, times, authenticate(provider));
  configuration.timeout = PATIENCE;
  if (isOwn(provider)) oidc.allowInsecureRequests(configuration);
  return configuration;
}

/** Reads the provider's description. @throws if it is away, or describes another issuer */
export async function discover(provider: LoginProvider): Promise<oidc.ServerMetadata> {
  const { issuer, clientId, algorithms } = provider;
  const execute = isOwn(provider) ? [oidc.allowInsecureRequests] : [];
  const found = await oidc.discovery(new URL(issuer), clientId, {}, oidc.None(), { timeout: PATIENCE, execute });
  const { supportsPKCE: _, ...server } = found.serverMetadata();
  if (server.issuer !== issuer) throw new Error(`the provider calls itself ${server.issuer}`);
  return { ...server, ...(algorithms && { id_token_signing_alg_values_supported: algorithms }) };
}

/** How the server proves to a provider who it is. */
export function authenticate({ clientId, clientSecret, issuer, signedBy }: LoginProvider): oidc.ClientAuth {
  if (!signedBy) return oidc.ClientSecretPost(clientSecret);
  const claims = { iss: signedBy.teamId, sub: clientId, aud: issuer, expiresIn: SECRET_TIME };
  const sign = createSigner({ key: clientSecret, algorithm: "ES256", kid: signedBy.keyId, ...claims });
  return (...request) => oidc.ClientSecretPost(sign({}))(...request);
}

function identityOf({ key, issuer, vouchesFor }: LoginProvider, claims: oidc.IDToken): Identity {
  // PostgreSQL would store two names with different halves of characters as the same.
  const subject = z.parse(opaque("sub", { max: SUBJECT_MAX }), claims.sub);
  const address = z.safeParse(Email, claims["email"]);
  const email = address.success ? address.data : null;
  // Apple sends the word.
  const isClaimed = email !== null && [true, "true"].includes(claims["email_verified"] as boolean | string);
  const isVerified = isClaimed && (vouchesFor?.({ email, hd: claims["hd"] }) ?? true);
  const username = typeof claims["name"] === "string" ? normalizeName(claims["name"].slice(0, USERNAME_MAX)) : "";
  return { provider: key, issuer, subject, email, isVerified, username };
}

const AWAY = ["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_JSON", "OAUTH_RESPONSE_IS_NOT_CONFORM"];

/** Each way in which a login fails at the provider, with the way on. */
function failureOf(error: unknown, { name }: LoginProvider): AppError {
  const { code = "", status = 0, error: answered = "" } = error as { code?: string; status?: number; error?: string };
  const [kind, sentence] =
    answered === "access_denied" || answered === "user_cancelled_authorize"
      ? ["cancelled", `${name}でのログインを中止しました。ほかの方法でもログインできます。`]
      : code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED"
        ? ["clock", `${name}とこのサービスの時刻がずれているため、ログインを確認できませんでした。${LATER}`]
        : error instanceof TypeError || AWAY.includes(code) || status >= 500
          ? ["away", `${name}に接続できませんでした。${LATER}`]
          : [
              "refused",
              `${name}でのログインを確認できませんでした。もう一度お試しください。${name}のアカウントが使えなくなった方は、「パスワードをお忘れの方」から、パスワードを設定できます。`,
            ];
  return new AppError(kind === "away" ? 503 : 400, `provider_${kind}`, sentence, { cause: error });
}

const LATER = "メールアドレスとパスワードでログインするか、しばらくしてから、もう一度お試しください。";
