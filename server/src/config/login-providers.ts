import type { ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import { isLoopback, isRehearsal } from "./production-checks.ts";

/** An OpenID Connect provider with which members log in. docs/login-providers.md names what each needs. */
export interface LoginProvider {
  key: ProviderKey;
  /** As members read it: "Googleでログイン". */
  name: string;
  /** The exact identifier, at which the provider's description is found. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** Further parameters of the request for a login. */
  parameters?: Record<string, string>;
  /** Algorithms of id tokens, where the provider's description is wrong about them. */
  algorithms?: string[];
  /** For a secret that is made from a key. */
  signedBy?: { teamId: string; keyId: string };
  /** Whether a verified address is sure to be the person's today. */
  vouchesFor?: (claims: { email: string; hd?: unknown }) => boolean;
}

type Given = Record<string, string | undefined>;

/** The settings of each provider, which begin with its name: all or none. */
const NEEDED: Record<ProviderKey, readonly string[]> = {
  google: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  line: ["LINE_CLIENT_ID", "LINE_CLIENT_SECRET"],
  apple: ["APPLE_CLIENT_ID", "APPLE_CLIENT_SECRET", "APPLE_TEAM_ID", "APPLE_KEY_ID"],
  oidc: ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ISSUER"],
};

/** The providers whose settings are complete, with their peculiarities. */
export function loginProvidersOf(given: Given): LoginProvider[] {
  const of = (key: ProviderKey, name: string, issuer: string, more: Partial<LoginProvider>): LoginProvider => {
    // A settings file has a key's lines on one.
    const [clientId = "", secret = ""] = NEEDED[key].map((setting) => given[setting] ?? "");
    const clientSecret = secret.replaceAll("\\n", "\n");
    return { key, name, issuer, clientId, clientSecret, scope: "openid email profile", ...more };
  };
  const all = [
    of("google", "Google", "https://accounts.google.com", {
      parameters: { prompt: "select_account" },
      // Another provider's address may have passed to somebody else since Google verified it.
      vouchesFor: ({ email, hd }) => hd !== undefined || email.endsWith("@gmail.com"),
    }),
    // LINE describes ES256, and signs web logins by the channel's secret.
    of("line", "LINE", "https://access.line.me", { algorithms: ["HS256", "ES256"] }),
    of("apple", "Apple", "https://appleid.apple.com", {
      // Apple tells a name only once, and an address only by a form.
      scope: "openid email",
      parameters: { response_mode: "form_post" },
      signedBy: { teamId: given["APPLE_TEAM_ID"] ?? "", keyId: given["APPLE_KEY_ID"] ?? "" },
    }),
    of("oidc", given["OIDC_NAME"] ?? "外部アカウント", given["OIDC_ISSUER"] ?? "", {}),
  ];
  return all.filter(({ key }) => NEEDED[key].every((setting) => given[setting] !== undefined));
}

export function loginProviderProblems(given: Given, demo: boolean): string[] {
  const incomplete = Object.values(NEEDED).filter((names) => names.some((name) => given[name] !== undefined));
  const missing = incomplete.flat().filter((name) => given[name] === undefined);
  const problems = missing.map((name) => `${name}: set it with the other ${name.split("_")[0]} variables`);
  const { OIDC_ISSUER: issuer = "" } = given;
  const isOwn = (demo || isRehearsal(given)) && URL.canParse(issuer) && isLoopback(new URL(issuer).hostname);
  return issuer.startsWith("http:") && !isOwn ? [...problems, "OIDC_ISSUER: must begin with https://"] : problems;
}
