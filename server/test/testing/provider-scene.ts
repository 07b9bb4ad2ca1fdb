import { randomUUID } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import { contract } from "@manabiya/contract";
import type { ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import type { Database } from "../../src/db/open.ts";
import { PASSWORD } from "./account-calls.ts";
import { clientAddress } from "./client-address.ts";
import type { OpenidProvider, Person } from "./openid-provider.ts";
import { selectRows } from "./select-rows.ts";

type Answer = Record<string, string>;
type Shown = { id: string };
type Token = { access: string; refresh: string };

export interface Sent {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  payload?: object | string;
  headers: Record<string, string>;
}

export interface Answered {
  statusCode: number;
  headers: OutgoingHttpHeaders;
  body: string;
  cookies: { name: string; value: string }[];
  // As light-my-request has it.
  // oxlint-disable-next-line typescript/no-explicit-any typescript/no-unnecessary-type-parameters
  json<T = any>(): T;
}

/** A service with login providers, in this process or in another. */
export interface ProviderService {
  app: { inject(request: Sent): Promise<Answered> };
  db: Pick<Database, "query">;
}

/** Browsers that go to providers and come back. `people` are at every provider. */
export function providerScene(
  service: ProviderService,
  servers: Record<ProviderKey, Pick<OpenidProvider, "issuer" | "visit">>,
  people: Map<string, Person>,
) {
  let count = 0;
  // The accounts of an earlier scene may still be in the database.
  const run = randomUUID().slice(0, 8);
  const scene = {
    service,
    servers,
    /** This person goes to the providers. */
    person: "",
    addressOf: () => `${scene.person}@gmail.com`,
    /** A new person at every provider, with a verified address unless the test changes it. */
    meet() {
      scene.person = `person-${++count}-${run}`;
      scene.describe({ email_verified: true, name: "山田　花子" });
    },
    describe: (claims: Person) => void people.set(scene.person, { email: scene.addressOf(), ...claims }),
    identities: async (userId: number) =>
      (await selectRows(service.db, "login_identities")).filter((row) => row.user_id === userId),
    openBrowser,
    /** Signs a new person up by a provider. */
    async signedUp(provider: ProviderKey = "google") {
      const browser = openBrowser();
      await browser.logIn(provider);
      const response = await browser.signUp(scene.addressOf());
      if (response.statusCode !== 201) throw new Error(`sign-up: ${response.body}`);
      return { browser, id: response.json<{ user: { id: number } }>().user.id };
    },
  };

  /** A browser with its cookies. */
  function openBrowser() {
    const jar = new Map<string, string>();
    const address = clientAddress(1_000 + ++count);
    let tokens: Token | undefined;
    /** The unknown account that the screen shows. */
    let shown = "none";
    async function send(method: Sent["method"], url: string, payload?: object | string, type?: string) {
      const response = await service.app.inject({
        method,
        url,
        ...(payload !== undefined && { payload }),
        headers: {
          ...(tokens && { authorization: `Bearer ${tokens.access}` }),
          ...(type && { "content-type": type }),
          "x-forwarded-for": address,
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
        },
      });
      for (const { name, value } of response.cookies) {
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      if (response.body === "") return response;
      const answer =
        response.json<Partial<{ token: Token; signed_in: { token: Token }; access: string; unknown: Shown }>>();
      shown = answer.unknown?.id ?? shown;
      const token = answer.token ?? answer.signed_in?.token ?? (answer.access && { ...tokens, access: answer.access });
      if (token) tokens = token as Token;
      return response;
    }
    const at = (url: string, provider: string) => url.replace(":provider", provider);
    const start = (provider: string, next = "/", connects = false) =>
      send("POST", at(contract.providers.start.url, provider), { connects, next });
    /** @returns the address at the provider */
    const begin = async (provider: ProviderKey, next?: string, connects?: boolean) =>
      (await start(provider, next, connects)).json<{ url: string }>().url;
    const finish = (provider: string, answer: Answer) =>
      send("POST", at(contract.providers.finish.url, provider), answer);
    return {
      jar,
      send,
      start,
      begin,
      finish,
      /** Goes to a provider and comes back. */
      async logIn(provider: ProviderKey, next?: string, connects?: boolean) {
        const sent = await servers[provider].visit(await begin(provider, next, connects), scene.person);
        return finish(provider, sent.form ?? Object.fromEntries(sent.url.searchParams));
      },
      signUp: (email: string, more: object = {}) =>
        send("POST", contract.providers.signUp.url, {
          username: "花子",
          email,
          agreedToTerms: true,
          identity: shown,
          ...more,
        }),
      refresh: () => send("POST", contract.auth.refresh.url, { refresh: tokens?.refresh }),
      logOut: () => send("POST", contract.auth.logout.url, { refresh_token: tokens?.refresh }),
      enter: (email: string) => send("POST", contract.auth.login.url, { email, password: PASSWORD }),
      connect: (body: object = {}) =>
        send("POST", at(contract.providers.change.url, "google"), { identity: shown, ...body }),
      disconnect: (provider: ProviderKey, body: object = {}) =>
        send("POST", at(contract.providers.change.url, provider), { identity: null, ...body }),
      methods: async () => (await send("GET", contract.providers.list.url)).json(),
      profile: async () => (await send("GET", contract.profile.get.url)).json(),
    };
  }

  return scene;
}

export type ProviderScene = ReturnType<typeof providerScene>;
