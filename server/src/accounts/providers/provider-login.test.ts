import { generateKeyPairSync } from "node:crypto";
import { contract } from "@manabiya/contract";
import type { ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import { createVerifier } from "fast-jwt";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../../test/testing/account-calls.ts";
import { clientAddress } from "../../../test/testing/client-address.ts";
import { mailsTo } from "../../../test/testing/mails.ts";
import { CLIENT_SECRET, type Person, startOpenidProvider } from "../../../test/testing/openid-provider.ts";
import { secondFactorCalls } from "../../../test/testing/second-factor.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { SITE, useTestApp } from "../../../test/testing/test-app.ts";
import { type LoginProvider, loginProvidersOf } from "../../config/login-providers.ts";
import { authenticate } from "./provider.ts";

const KEYS = ["google", "line", "apple", "oidc"] as const;
const SIGNS = { google: "RS256", line: "HS256", apple: "RS256", oidc: "ES256" } as const;

const people = new Map<string, Person>();
const servers = {} as Record<ProviderKey, Awaited<ReturnType<typeof startOpenidProvider>>>;

const SETTINGS = {
  GOOGLE_CLIENT_ID: "google-client",
  LINE_CLIENT_ID: "line-client",
  APPLE_CLIENT_ID: "apple-client",
  APPLE_TEAM_ID: "TEAM",
  APPLE_KEY_ID: "KEY",
  OIDC_CLIENT_ID: "oidc-client",
  OIDC_NAME: "学校のアカウント",
  OIDC_ISSUER: "https://replaced.example",
};

const t = useTestApp({
  openLoginProviders: async () => {
    for (const key of KEYS) {
      const client = { id: `${key}-client`, redirectUri: `${SITE.publicUrl}/login/with/${key}`, signs: SIGNS[key] };
      servers[key] = await startOpenidProvider([client], people);
    }
    const secrets = Object.fromEntries(KEYS.map((key) => [`${key.toUpperCase()}_CLIENT_SECRET`, CLIENT_SECRET]));
    // Apple's secret, which is made from a key, has a test of its own.
    return loginProvidersOf({ ...SETTINGS, ...secrets }).map((each) => {
      delete each.signedBy;
      return { ...each, issuer: servers[each.key].issuer };
    });
  },
});
afterAll(async () => {
  for (const key of KEYS) await servers[key].stop();
});

const calls = accountCalls(t);
const { member, requestReset, confirmReset } = calls;
const factor = secondFactorCalls(t, calls);

let count = 0;
let person = "";
/** A new person at every provider, with a verified address unless the test changes it. */
beforeEach(() => {
  // The providers have the real time.
  t.clock.ms = Date.now();
  person = `person-${++count}`;
  people.set(person, { email: `${person}@gmail.com`, email_verified: true, name: "山田　花子" });
});
const addressOf = () => `${person}@gmail.com`;

type Answer = Record<string, string>;
type Claims = Record<"iat" | "exp", number>;
type Shown = { id: string };
type Token = { access: string; refresh: string };

/** A browser with its cookies. */
function openBrowser() {
  const jar = new Map<string, string>();
  const address = clientAddress(1_000 + ++count);
  let tokens: Token | undefined;
  /** The unknown account that the screen shows. */
  let shown = "none";
  async function send(method: "GET" | "POST" | "DELETE", url: string, payload?: object | string, type?: string) {
    const response = await t.app.inject({
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
      const sent = await servers[provider].visit(await begin(provider, next, connects), person);
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

const identities = async (userId: number) =>
  (await selectRows(t.db, "login_identities")).filter((row) => row.user_id === userId);
const change = (set: string, id: number) => t.db.query({ text: `update users set ${set} where id = $1`, values: [id] });

/** Signs a new person up by a provider. */
async function signedUp(provider: ProviderKey = "google") {
  const browser = openBrowser();
  await browser.logIn(provider);
  const response = await browser.signUp(addressOf());
  expect(response.statusCode).toBe(201);
  return { browser, id: response.json<{ user: { id: number } }>().user.id };
}

describe.each(KEYS)("%s", (provider) => {
  test("signs a new person up without a password, and logs in again", async () => {
    const browser = openBrowser();
    const found = await browser.logIn(provider, "/video/12");
    expect(found.json()).toEqual({
      next: "/video/12",
      unknown: {
        id: expect.any(String),
        provider,
        email: addressOf(),
        // Apple is not asked for a name, which it tells only once.
        username: provider === "apple" ? "" : "山田 花子",
        has_account: false,
        connects: false,
      },
    });
    const signup = await browser.signUp(addressOf(), { subscription_status: "trial" });
    expect(signup.json()).toMatchObject({ user: { username: "花子", subscription_status: "trial" } });
    expect(await browser.profile()).toMatchObject({
      email_verified_at: expect.any(String),
      has_password: false,
      can_watch: true,
    });
    expect(await mailsTo(t.db, addressOf()), "no mail asks to verify what the provider has verified").toEqual([]);
    const again = await openBrowser().logIn(provider, "/notes");
    expect(again.json()).toMatchObject({ next: "/notes", signed_in: { user: { username: "花子" } } });
  });
});

test("Apple's form leads on to the page of every other provider, without the name in it", async () => {
  const browser = openBrowser();
  const { url, form } = await servers.apple.visit(await browser.begin("apple"), person);
  expect([url.pathname, form?.["code"]]).toEqual(["/login/with/apple", expect.any(String)]);
  const body = new URLSearchParams({ ...form, user: '{"name":{"firstName":"花子"}}' }).toString();
  const answer = await browser.send("POST", url.pathname, body, "application/x-www-form-urlencoded");
  expect(answer.statusCode).toBe(303);
  const page = new URL(answer.headers.location ?? "", SITE.publicUrl);
  expect([...page.searchParams.keys()].toSorted()).toEqual(["code", "iss", "state"]);
  expect((await browser.finish("apple", Object.fromEntries(page.searchParams))).statusCode).toBe(200);
});

test("an address that the provider does not vouch for gets the mail that verifies it", async () => {
  people.set(person, { email: addressOf(), email_verified: "false" });
  const browser = openBrowser();
  await browser.logIn("line");
  await browser.signUp(addressOf());
  expect(await browser.profile()).toMatchObject({ email_verified_at: null });
  expect((await mailsTo(t.db, addressOf())).map(({ subject }) => subject)).toEqual([
    expect.stringContaining("メールアドレスご確認のお願い"),
  ]);
});

test("Google's word is taken for its own mailboxes and for those of organisations", async () => {
  const verifiedAfter = async (claims: Person) => {
    people.set(person, { email_verified: true, ...claims });
    const browser = openBrowser();
    await browser.logIn("google");
    await browser.signUp(claims.email ?? "");
    const { email_verified_at } = await browser.profile();
    person = `person-${++count}`;
    return email_verified_at !== null;
  };
  expect(await verifiedAfter({ email: `other-${count}@example.com` })).toBe(false);
  expect(await verifiedAfter({ email: `hosted-${count}@example.com`, hd: "example.com" })).toBe(true);
});

test("a typed address other than the provider's is not verified by it", async () => {
  const browser = openBrowser();
  await browser.logIn("google");
  await browser.signUp(`typed-${person}@example.com`);
  expect(await browser.profile()).toMatchObject({ email_verified_at: null });
});

test("the owner of an existing account proves it by the password, and says that it is to be connected", async () => {
  const { id } = await member({ email: addressOf() });
  const browser = openBrowser();
  expect((await browser.logIn("google")).json()).toMatchObject({ unknown: { has_account: true } });
  expect((await browser.signUp(addressOf())).json().fields.email).toBeDefined();
  await browser.enter(addressOf());
  expect(await browser.methods()).toEqual({
    connected: [],
    waiting: { id: expect.any(String), provider: "google", email: addressOf() },
  });
  expect(await identities(id)).toEqual([]);
  expect((await browser.connect()).json()).toEqual({ message: "Googleでのログインを追加しました。" });
  expect(await browser.methods()).toMatchObject({ connected: ["google"], waiting: null });
  expect((await mailsTo(t.db, addressOf())).at(-1)?.subject).toContain("Googleでのログインを追加しました");
  expect((await openBrowser().logIn("google")).json()).toMatchObject({ signed_in: { user: { id } } });
});

test("what waits for a login is gone after ten minutes", async () => {
  await member({ email: addressOf() });
  const browser = openBrowser();
  await browser.logIn("google");
  t.clock.advance({ minutes: 11 });
  await browser.enter(addressOf());
  expect((await browser.connect()).json()).toMatchObject({ type: "login_lost" });
});

test("another address at the provider changes nothing here", async () => {
  const { id } = await signedUp();
  people.set(person, { email: `new-${person}@gmail.com`, email_verified: true });
  expect((await openBrowser().logIn("google")).json()).toMatchObject({ signed_in: { user: { id } } });
  expect((await selectRows(t.db, "users")).find((row) => row.id === id)?.email).toBe(addressOf());
});

describe("an account without a password", () => {
  const close = (browser: ReturnType<typeof openBrowser>, password: string) =>
    browser.send("POST", contract.profile.remove.url, { password });

  test("confirms by another login at the provider what a password confirms", async () => {
    const { browser } = await signedUp();
    t.clock.advance({ minutes: 16 });
    await browser.refresh();
    expect((await close(browser, "-")).json()).toMatchObject({ type: "login_required" });
    expect((await browser.send("DELETE", contract.profile.endOtherSessions.url, {})).json()).toMatchObject({
      type: "login_required",
    });
    expect((await browser.logIn("google")).json()).toHaveProperty("signed_in");
    expect((await close(browser, "-")).statusCode).toBe(200);
    expect((await openBrowser().logIn("google")).json(), "the closed account").toHaveProperty("unknown");
  });

  test("gets a password by mail, and then needs it", async () => {
    const { browser, id } = await signedUp();
    expect((await browser.disconnect("google")).json()).toMatchObject({ type: "last_login_method" });
    await requestReset(addressOf());
    const token = /token=([\w-]+)/.exec((await mailsTo(t.db, addressOf())).at(-1)?.text ?? "")?.[1] ?? "";
    expect((await confirmReset(token)).statusCode).toBe(200);
    const after = openBrowser();
    await after.logIn("google");
    expect(await after.profile()).toMatchObject({ has_password: true });
    expect((await close(after, "-")).json().fields.password).toEqual(["パスワードが正しくありません。"]);
    const third = openBrowser();
    await third.send("POST", contract.auth.login.url, { email: addressOf(), password: NEW_PASSWORD });
    expect((await third.disconnect("google")).statusCode).toBe(200);
    expect(await identities(id)).toEqual([]);
    expect((await after.send("GET", contract.profile.get.url)).statusCode, "its session").toBe(401);
  });
});

test("connecting and disconnecting ask for the password when the login is older", async () => {
  await member({ email: addressOf() });
  const browser = openBrowser();
  await browser.enter(addressOf());
  t.clock.advance({ minutes: 16 });
  await browser.refresh();
  await browser.logIn("google", "/", true);
  expect((await browser.connect()).json()).toMatchObject({ type: "password_required" });
  expect((await browser.connect({ password: PASSWORD })).statusCode).toBe(200);
  expect((await browser.disconnect("google")).json()).toMatchObject({ type: "password_required" });
  expect((await browser.disconnect("google", { password: PASSWORD })).statusCode).toBe(200);
  const mails = await mailsTo(t.db, addressOf());
  expect((await browser.disconnect("google", { password: PASSWORD })).statusCode, "from another tab").toBe(200);
  expect(await mailsTo(t.db, addressOf())).toEqual(mails);
});

test("a second factor asks for its code after the provider, and the session's list names the provider", async () => {
  const { browser, id } = await signedUp();
  const headers = await t.as(id);
  const started = await browser.send("POST", contract.secondFactor.start.url, { password: "-" });
  const { secret } = started.json<{ secret: string }>();
  expect((await factor.confirm(headers, factor.codeOf(secret))).statusCode).toBe(200);
  t.clock.advance({ minutes: 1 });
  const again = openBrowser();
  const { second_factor_ticket: ticket, signed_in } = (await again.logIn("google")).json();
  expect([typeof ticket, signed_in]).toEqual(["string", undefined]);
  const done = await again.send("POST", contract.secondFactor.logIn.url, { ticket, code: factor.codeOf(secret) });
  expect(done.statusCode).toBe(200);
  const sessions = (await again.send("GET", contract.profile.sessions.url)).json<{ provider: string | null }[]>();
  expect(Map.groupBy(sessions, (session) => session.provider).get("Google")).toHaveLength(2);
  expect(sessions).toHaveLength(3);
});

test("suspended accounts and staff are refused in words", async () => {
  const { id, browser } = await signedUp();
  await change("is_staff = true", id);
  expect((await openBrowser().logIn("google")).json()).toMatchObject({ type: "password_login_required" });
  const staffCall = await browser.send("GET", contract.dashboard.get.url);
  expect(staffCall.json(), "in the session from before").toMatchObject({ type: "password_login_required" });
  await change("suspended_at = now()", id);
  expect((await openBrowser().logIn("google")).json()).toMatchObject({ type: "account_suspended" });
});

describe("each failure at the provider has a sentence with the way on", () => {
  type Between = (browser: ReturnType<typeof openBrowser>) => void;
  const failure = async (isCancelled: boolean, between: Between) => {
    const browser = openBrowser();
    const { url } = await servers.google.visit(await browser.begin("google"), isCancelled ? null : person);
    between(browser);
    const response = await browser.finish("google", Object.fromEntries(url.searchParams));
    return { status: response.statusCode, ...response.json<{ type: string; error: string }>() };
  };
  test.each<[string, boolean, Between, number, string]>([
    ["provider_cancelled", true, () => {}, 400, "中止しました"],
    ["provider_away", false, () => servers.google.setAway(true), 503, "接続できませんでした"],
    ["provider_clock", false, () => t.clock.advance({ minutes: 9, seconds: 1 }), 400, "時計"],
    ["login_lost", false, ({ jar }) => jar.clear(), 400, "別のブラウザー"],
    ["login_lost", false, () => t.clock.advance({ minutes: 10 }), 400, "時間が経過"],
  ])("%s", async (type, isCancelled, between, status, words) => {
    // The provider's clock is behind ours, so that its words have ended when they come.
    if (type === "provider_clock") t.clock.advance({ days: 1 });
    const answer = await failure(isCancelled, between).finally(() => servers.google.setAway(false));
    expect(answer).toMatchObject({ status, type, error: expect.stringContaining(words) });
    expect(t.errors.splice(0), "the operator's log").toHaveLength(status === 503 ? 1 : 0);
  });

  test("a provider without settings does not exist", async () => {
    expect((await openBrowser().start("facebook")).statusCode).toBe(404);
  });
});

/** Another person goes to the provider in a browser. */
async function comeAsAnother(browser: ReturnType<typeof openBrowser>) {
  person = `person-${++count}`;
  people.set(person, { email: addressOf(), email_verified: true });
  await browser.logIn("google");
}

test("a refusal says whose login an account at the provider is already", async () => {
  await member({ email: addressOf() });
  const browser = openBrowser();
  await browser.enter(addressOf());
  const refusal = async () => (await browser.connect()).json<{ type: string; error: string }>();
  await browser.logIn("google", "/", true);
  await browser.connect();
  await browser.logIn("google", "/", true);
  expect(await refusal()).toMatchObject({ type: "already_connected", error: expect.stringContaining("は追加済み") });
  await comeAsAnother(browser);
  expect(await refusal()).toMatchObject({ error: expect.stringContaining("別のGoogleのアカウントを追加済み") });
  await signedUp();
  await browser.logIn("google", "/", true);
  expect(await refusal()).toMatchObject({ error: expect.stringContaining("会員のログインに使われています") });
});

/** Each returns whether it succeeded. */
const ATTACKS: Record<string, () => Promise<boolean>> = {
  "an unverified address signs up as a verified one": async () => {
    people.set(person, { email: addressOf(), email_verified: false });
    const browser = openBrowser();
    await browser.logIn("oidc");
    await browser.signUp(addressOf());
    return (await browser.profile()).email_verified_at !== null;
  },
  "an unverified address learns that it has an account": async () => {
    people.set(person, { email: addressOf(), email_verified: false });
    await member({ email: addressOf() });
    return (await openBrowser().logIn("oidc")).json().unknown.has_account;
  },
  "a verified address logs in to the account of that address": async () => {
    const { id } = await member({ email: addressOf() });
    const browser = openBrowser();
    const found = await browser.logIn("google");
    await browser.signUp(addressOf());
    return found.json().signed_in !== undefined || (await identities(id)).length > 0;
  },
  "an address that was changed to a member's reaches the member": async () => {
    const { id } = await signedUp();
    const victim = await member();
    people.set(person, { email: victim.email, email_verified: true, hd: "example.com" });
    const { signed_in } = (await openBrowser().logIn("google")).json();
    return signed_in.user.id !== id || (await identities(victim.id)).length > 0;
  },
  "the same subject at another provider": async () => {
    await signedUp("google");
    return (await openBrowser().logIn("oidc")).json().signed_in !== undefined;
  },
  "a subject that belongs to a member moves to another": async () => {
    const { id } = await signedUp();
    const thief = await member();
    const browser = openBrowser();
    await browser.enter(thief.email);
    await browser.logIn("google", "/", true);
    await browser.connect();
    return (await identities(id)).length === 0 || (await identities(thief.id)).length > 0;
  },
  "a sign-up takes an account that came after its form was shown": async () => {
    const browser = openBrowser();
    const identity = (await browser.logIn("google")).json<{ unknown: Shown }>().unknown.id;
    const mine = addressOf();
    await comeAsAnother(browser);
    return (await browser.signUp(mine, { identity })).statusCode === 201;
  },
  "a member adds an account that came after the screen was shown": async () => {
    const { id } = await member({ email: addressOf() });
    const browser = openBrowser();
    await browser.enter(addressOf());
    const identity = (await browser.logIn("google", "/", true)).json<{ unknown: Shown }>().unknown.id;
    await comeAsAnother(browser);
    await browser.connect({ identity });
    return (await identities(id)).length > 0;
  },
  "a login that waits for its code outlives the removal of its provider": async () => {
    const { id } = await member({ email: addressOf() });
    const browser = openBrowser();
    await browser.enter(addressOf());
    await browser.logIn("google", "/", true);
    await browser.connect();
    const started = await browser.send("POST", contract.secondFactor.start.url, { password: PASSWORD });
    const code = factor.codeOf(started.json<{ secret: string }>().secret);
    expect((await factor.confirm(await t.as(id), code)).statusCode).toBe(200);
    expect((await openBrowser().logIn("google")).json()).toHaveProperty("second_factor_ticket");
    expect((await browser.disconnect("google")).statusCode).toBe(200);
    return (await selectRows(t.db, "login_tickets", { user_id: id })).length > 0;
  },
  "what waited for one member is offered to the next one at the browser": async () => {
    await member({ email: addressOf() });
    await member({ email: `next-${person}@example.com` });
    const browser = openBrowser();
    await browser.enter(addressOf());
    await browser.logIn("google", "/", true);
    expect((await browser.logOut()).statusCode).toBe(200);
    await browser.enter(`next-${person}@example.com`);
    return (await browser.methods()).waiting !== null;
  },
  "another provider's page takes the answer": async () => {
    const browser = openBrowser();
    const { url } = await servers.google.visit(await browser.begin("google"), person);
    return (await browser.finish("line", Object.fromEntries(url.searchParams))).statusCode === 200;
  },
  "an answer names another issuer": async () => {
    const browser = openBrowser();
    const { url } = await servers.google.visit(await browser.begin("google"), person);
    const answer = { ...Object.fromEntries(url.searchParams), iss: servers.oidc.issuer };
    return (await browser.finish("google", answer)).statusCode === 200;
  },
  "a state that was used, with a code of its own": async () => {
    const browser = openBrowser();
    const address = await browser.begin("google");
    const answers = [await servers.google.visit(address, person), await servers.google.visit(address, person)];
    const cookies = new Map(browser.jar);
    const statuses: number[] = [];
    for (const { url } of answers) {
      for (const [name, value] of cookies) browser.jar.set(name, value);
      statuses.push((await browser.finish("google", Object.fromEntries(url.searchParams))).statusCode);
    }
    expect(statuses[0]).toBe(200);
    return statuses[1] === 200;
  },
  "a state of another login": async () => {
    const browser = openBrowser();
    const { url } = await servers.google.visit(await browser.begin("google"), person);
    const answer = { ...Object.fromEntries(url.searchParams), state: "a-state-that-nobody-made" };
    return (await browser.finish("google", answer)).statusCode === 200;
  },
  "a code of another browser's login": async () => {
    const [thief, browser] = [openBrowser(), openBrowser()];
    const stolen = await servers.google.visit(await thief.begin("google"), person);
    const state = new URL(await browser.begin("google")).searchParams.get("state") ?? "";
    const answer = { ...Object.fromEntries(stolen.url.searchParams), state };
    return (await browser.finish("google", answer)).statusCode === 200;
  },
  "a whole answer in another browser": async () => {
    const { url } = await servers.google.visit(await openBrowser().begin("google"), person);
    return (await openBrowser().finish("google", Object.fromEntries(url.searchParams))).statusCode === 200;
  },
  "a cookie of a login that is under way stands for an account at the provider": async () => {
    const browser = openBrowser();
    await browser.begin("google");
    return (await browser.signUp(addressOf())).statusCode !== 400;
  },
  "a return path leads to another site": async () => {
    const paths = ["//evil.example", "/\\evil.example", "https://evil.example/", "/\t/evil.example", "", "/あ"];
    const answers = await Promise.all(paths.map((path) => openBrowser().start("google", path)));
    return answers.some(({ statusCode }) => statusCode !== 400);
  },
  "a stranger's login outlives the owner's first proof of the address": async () => {
    people.set(person, { email: addressOf(), email_verified: false });
    const { id } = await signedUp("line");
    await requestReset(addressOf());
    const token =
      /reset-password\?token=([\w-]+)/.exec((await mailsTo(t.db, addressOf())).at(-1)?.text ?? "")?.[1] ?? "";
    expect((await confirmReset(token)).statusCode).toBe(200);
    return (await identities(id)).length > 0;
  },
};

test.each(Object.entries(ATTACKS))("attack: %s", async (_name, attack) => {
  expect(await attack()).toBe(false);
});

test("Apple's secret is made from the key, for a few minutes", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const [apple] = loginProvidersOf({ ...SETTINGS, APPLE_CLIENT_SECRET: key.replaceAll("\n", "\\n") });
  const body = new URLSearchParams();
  authenticate(apple as LoginProvider)({} as never, { client_id: "apple-client" }, body, new Headers());
  const secret = body.get("client_secret") ?? "";
  const claims = createVerifier({ key: publicKey.export({ type: "spki", format: "pem" }).toString() })(
    secret,
  ) as Claims;
  expect(claims).toMatchObject({ iss: "TEAM", sub: "apple-client", aud: "https://appleid.apple.com" });
  expect(claims.exp - claims.iat).toBeLessThanOrEqual(600);
  expect(JSON.parse(Buffer.from(secret.split(".")[0] ?? "", "base64url").toString())).toMatchObject({
    alg: "ES256",
    kid: "KEY",
  });
});
