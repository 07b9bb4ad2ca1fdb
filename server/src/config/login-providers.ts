import type { ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import { isLoopback, isRehearsal } from "./production-checks.ts";

/** An OpenID Connect provider with which members log in. */
export interface LoginProvider {
  key: ProviderKey;
  /** As members read it: "Googleでログイン". */
  name: string;
  /** The exact identifier, at which its description is found. */
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

/** What each provider needs. docs/login-providers.md says where the operator finds it. */
const NEEDED: Record<ProviderKey, readonly string[]> = {
  google: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  line: ["LINE_CLIENT_ID", "LINE_CLIENT_SECRET"],
  apple: ["APPLE_CLIENT_ID", "APPLE_CLIENT_SECRET", "APPLE_TEAM_ID", "APPLE_KEY_ID"],
  oidc: ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ISSUER"],
};

/** Each provider's peculiarities. */
function described(given: Given): Record<ProviderKey, Omit<LoginProvider, "key" | "clientId" | "clientSecret">> {
  return {
    google: {
      name: "Google",
      issuer: "https://accounts.google.com",
      scope: "openid email profile",
      parameters: { prompt: "select_account" },
      // Another provider's address may have passed to somebody else since Google verified it.
      vouchesFor: ({ email, hd }) => hd !== undefined || email.endsWith("@gmail.com"),
    },
    line: {
      name: "LINE",
      issuer: "https://access.line.me",
      scope: "openid profile email",
      // LINE describes ES256, and signs web logins by the channel's secret.
      algorithms: ["HS256", "ES256"],
    },
    apple: {
      name: "Apple",
      issuer: "https://appleid.apple.com",
      scope: "openid email",
      // Apple sends an address in no other way.
      parameters: { response_mode: "form_post" },
      signedBy: { teamId: given["APPLE_TEAM_ID"] ?? "", keyId: given["APPLE_KEY_ID"] ?? "" },
    },
    oidc: {
      name: given["OIDC_NAME"] ?? "外部アカウント",
      issuer: given["OIDC_ISSUER"] ?? "",
      scope: "openid email profile",
    },
  };
}

const KEYS = Object.keys(NEEDED) as ProviderKey[];

/** The providers whose settings are complete. */
export function loginProvidersOf(given: Given): LoginProvider[] {
  const all = described(given);
  return KEYS.filter((key) => NEEDED[key].every((name) => given[name] !== undefined)).map((key) => {
    const [clientId = "", clientSecret = ""] = NEEDED[key].map((name) => given[name] ?? "");
    // A settings file has a key's lines on one.
    return { key, ...all[key], clientId, clientSecret: clientSecret.replaceAll("\\n", "\n") };
  });
}

export function loginProviderProblems(given: Given, demo: boolean): string[] {
  const problems = KEYS.flatMap((key) => {
    const missing = NEEDED[key].filter((name) => given[name] === undefined);
    if (missing.length === NEEDED[key].length) return [];
    return missing.map((name) => `${name}: set it with the other ${key.toUpperCase()} variables`);
  });
  const { OIDC_ISSUER: issuer } = given;
  if (issuer === undefined || !URL.canParse(issuer)) return problems;
  const { protocol, hostname } = new URL(issuer);
  const isOwn = (demo || isRehearsal(given)) && isLoopback(hostname);
  return protocol === "https:" || isOwn ? problems : [...problems, "OIDC_ISSUER: must begin with https://"];
}
