import { PROVIDERS, type ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import { createAuthority, trust } from "@manabiya/server/test/testing/certificate.ts";
import { CLIENT_SECRET, type Person, startOpenidProvider } from "@manabiya/server/test/testing/openid-provider.ts";
import { providerAttacks } from "@manabiya/server/test/testing/provider-attacks.ts";
import { type Answered, providerScene, type Sent } from "@manabiya/server/test/testing/provider-scene.ts";
import { freePort } from "../../service.ts";
import { signUp, verifyAddress } from "../accounts.ts";
import { settingsFor, standForInternet } from "../internet.ts";
import { tokenMailedTo } from "../mailbox.ts";
import type { Outcome, Target } from "../target.ts";

const HOSTS = {
  google: "accounts.google.com",
  line: "access.line.me",
  apple: "appleid.apple.com",
  oidc: "login.school.example",
};
const SIGNS = { google: "RS256", line: "HS256", apple: "RS256", oidc: "ES256" } as const;
const CLIENTS = Object.fromEntries(
  (["google", "line", "oidc"] as const).flatMap((key) => [
    [`${key.toUpperCase()}_CLIENT_ID`, `${key}-client`],
    [`${key.toUpperCase()}_CLIENT_SECRET`, CLIENT_SECRET],
  ]),
);

/** Nobody reaches another person's account through Google, LINE or a provider of the operator's choice. */
export async function run(target: Target): Promise<Outcome> {
  const people = new Map<string, Person>();
  const authority = createAuthority();
  // The providers must know the address of the service before it starts.
  const port = await freePort();
  const open = (key: ProviderKey) => {
    const client = {
      id: `${key}-client`,
      redirectUri: `http://localhost:${port}/login/with/${key}`,
      signs: SIGNS[key],
    };
    const certificate = authority.issue(HOSTS[key], 1);
    return startOpenidProvider([client], people, { issuer: `https://${HOSTS[key]}`, certificate });
  };
  const opened = await Promise.all(PROVIDERS.map(async (key) => [key, await open(key)] as const));
  const servers = Object.fromEntries(opened) as Record<ProviderKey, (typeof opened)[number][1]>;
  const internet = {
    names: Object.fromEntries(Object.values(HOSTS).map((host) => [host, [["127.0.0.1"]]])),
    here: [],
    ports: Object.fromEntries(opened.map(([key, provider]) => [HOSTS[key], provider.port])),
  };
  const ends = [trust(authority), standForInternet(internet)];
  const server = await target.start({
    PORT: String(port),
    ...CLIENTS,
    OIDC_ISSUER: servers.oidc.issuer,
    ...(await settingsFor(internet, authority, target)),
  });
  try {
    const { db } = target.database;
    const scene = providerScene({ app: { inject: (sent) => inject(server, sent) }, db }, servers, people);
    const attacks = providerAttacks({
      scene,
      member: async (given) => {
        const account = await signUp(server, given);
        await verifyAddress(server, account);
        return account;
      },
      tokenMailedTo: (address) => tokenMailedTo(server, address),
    });
    let succeeded = 0;
    const failures: Error[] = [];
    for (const [name, attack] of Object.entries(attacks)) {
      scene.meet();
      try {
        if (await attack()) succeeded += 1;
      } catch (cause) {
        failures.push(new Error(name, { cause }));
      }
    }
    // A planted defect may break an attack that needs another one.
    if (succeeded === 0 && failures.length > 0) throw new AggregateError(failures, "attacks that could not be made");
    return { attempts: Object.keys(attacks).length, succeeded };
  } finally {
    await server.stop();
    for (const end of ends) end();
    for (const [, provider] of opened) await provider.stop();
  }
}

async function inject({ url: origin }: Target, { method, url, payload, headers }: Sent): Promise<Answered> {
  const isObject = typeof payload === "object";
  const answer = await fetch(origin + url, {
    method,
    redirect: "manual",
    headers: { ...(isObject && { "content-type": "application/json" }), ...headers },
    ...(payload !== undefined && { body: isObject ? JSON.stringify(payload) : payload }),
  });
  const body = await answer.text();
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return { name, value };
  });
  const sent = Object.fromEntries(answer.headers);
  return { statusCode: answer.status, headers: sent, body, cookies, json: () => JSON.parse(body) as never };
}
