import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import Provider, { type Context, interactionPolicy } from "oidc-provider";
import type { Certificate } from "./certificate.ts";

/** The claims about one of the provider's people. `email_verified` may be a word, as Apple's is. */
export interface Person {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  hd?: string;
}

interface Client {
  id: string;
  redirectUri: string;
  /** Algorithm of its id tokens. */
  signs?: "RS256" | "HS256" | "ES256";
}

export const CLIENT_SECRET = "the-secret-of-a-client-of-the-test-provider";

const CANCEL = "cancel";

/**
 * A conformant OpenID provider on the loopback, with people whom the test changes. The page on which a person chooses an
 * account is a link for each; `?as=` in the address of the page chooses at once. With an issuer of the internet it speaks TLS,
 * and callers lead its name to `port`.
 */
export async function startOpenidProvider(
  clients: Client[],
  people: Map<string, Person>,
  known?: { issuer: string; certificate: Certificate },
) {
  let provider: Provider;
  let isAway = false;
  const answer: RequestListener = (request, response) => {
    if (isAway) return void response.writeHead(503).end("away");
    const [, uid] = /^\/interaction\/([\w-]+)/.exec(request.url ?? "") ?? [];
    if (uid === undefined) return provider.callback()(request, response);
    const as = new URL(request.url ?? "", issuer).searchParams.get("as");
    if (as !== null) {
      const result =
        as === CANCEL ? { error: "access_denied" } : { login: { accountId: as, remember: false }, select_account: {} };
      return void provider.interactionFinished(request, response, result);
    }
    const links = [...people.keys(), CANCEL].map(
      (person) => `<p><a href="/interaction/${uid}?as=${person}">${person}</a>`,
    );
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang="ja"><title>provider</title><h1>Choose</h1>${links.join("")}</html>`);
  };
  const server = known ? createTlsServer(known.certificate, answer) : createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const issuer = known?.issuer ?? `http://127.0.0.1:${port}`;
  const jwk = (type: "rsa" | "ec") => {
    const { privateKey } =
      type === "rsa"
        ? generateKeyPairSync("rsa", { modulusLength: 2048 })
        : generateKeyPairSync("ec", { namedCurve: "P-256" });
    return { ...privateKey.export({ format: "jwk" }), kid: type };
  };
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }));
  provider = new Provider(issuer, {
    clients: clients.map(({ id, redirectUri, signs = "RS256" }) => ({
      client_id: id,
      client_secret: CLIENT_SECRET,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "client_secret_post",
      id_token_signed_response_alg: signs,
    })),
    jwks: { keys: [jwk("rsa"), jwk("ec")] },
    enabledJWA: { idTokenSigningAlgValues: ["RS256", "ES256", "HS256"] },
    cookies: { keys: ["only for tests"] },
    claims: { email: ["email", "email_verified"], profile: ["name", "hd"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 3600, AccessToken: 600, AuthorizationCode: 60 },
    interactions: { policy, url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: Context, id: string) =>
      people.has(id) ? { accountId: id, claims: () => ({ sub: id, ...people.get(id) }) } : undefined,
    // Nobody is asked for a consent.
    loadExistingGrant: async ({ oidc: { provider: own, session, client } }: Context) => {
      const consent = new own.Grant({ accountId: session.accountId, clientId: client.clientId });
      consent.addOIDCScope("openid email profile");
      await consent.save();
      return consent;
    },
  });
  return {
    issuer,
    port,
    setAway: (away: boolean) => (isAway = away),
    /** Goes through the provider's pages as a browser of its own. @returns the address to which the provider sends the browser */
    visit: (url: string, person: string | null) => visit(url, person ?? CANCEL),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type OpenidProvider = Awaited<ReturnType<typeof startOpenidProvider>>;

interface SentBack {
  url: URL;
  /** The fields of a form that the browser posts. */
  form: Record<string, string> | null;
}

async function visit(start: string, person: string): Promise<SentBack> {
  const jar = new Map<string, string>();
  const own = new URL(start).origin;
  let url = new URL(start);
  for (let step = 0; step < 8; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) {
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      if (action === undefined) throw new Error(`the provider shows ${response.status} ${page.slice(0, 500)}`);
      const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name,
        value,
      ]);
      return { url: new URL(action), form: Object.fromEntries(fields) as Record<string, string> };
    }
    url = new URL(location, url);
    if (url.origin !== own) return { url, form: null };
    if (url.pathname.startsWith("/interaction/")) url.searchParams.set("as", person);
  }
  throw new Error("the provider sends the browser round in circles");
}
