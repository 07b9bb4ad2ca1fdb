import { generateKeyPairSync } from "node:crypto";
import { contract } from "@manabiya/contract";
import type { ProviderKey } from "@manabiya/contract/accounts/providers.ts";
import { createVerifier } from "fast-jwt";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../../test/testing/account-calls.ts";
import { mailsTo, resetTokenOf } from "../../../test/testing/mails.ts";
import { CLIENT_SECRET, type Person, startOpenidProvider } from "../../../test/testing/openid-provider.ts";
import { comeAsAnother, providerAttacks } from "../../../test/testing/provider-attacks.ts";
import { providerScene } from "../../../test/testing/provider-scene.ts";
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

const scene = providerScene(t, servers, people);
const { addressOf, identities, openBrowser, signedUp } = scene;
beforeEach(() => {
  // The providers have the real time.
  t.clock.ms = Date.now();
  scene.meet();
});

type Claims = Record<"iat" | "exp", number>;

const change = (set: string, id: number) => t.db.query({ text: `update users set ${set} where id = $1`, values: [id] });

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
  const { url, form } = await servers.apple.visit(await browser.begin("apple"), scene.person);
  expect([url.pathname, form?.["code"]]).toEqual(["/login/with/apple", expect.any(String)]);
  const body = new URLSearchParams({ ...form, user: '{"name":{"firstName":"花子"}}' }).toString();
  const answer = await browser.send("POST", url.pathname, body, "application/x-www-form-urlencoded");
  expect(answer.statusCode).toBe(303);
  const page = new URL(answer.headers.location ?? "", SITE.publicUrl);
  expect([...page.searchParams.keys()].toSorted()).toEqual(["code", "iss", "state"]);
  expect((await browser.finish("apple", Object.fromEntries(page.searchParams))).statusCode).toBe(200);
});

test("an address that the provider does not vouch for gets the mail that verifies it", async () => {
  scene.describe({ email_verified: "false" });
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
    scene.describe({ email_verified: true, ...claims });
    const browser = openBrowser();
    await browser.logIn("google");
    await browser.signUp(claims.email ?? "");
    const { email_verified_at } = await browser.profile();
    scene.meet();
    return email_verified_at !== null;
  };
  expect(await verifiedAfter({ email: `other-${scene.person}@example.com` })).toBe(false);
  expect(await verifiedAfter({ email: `hosted-${scene.person}@example.com`, hd: "example.com" })).toBe(true);
});

test("a typed address other than the provider's is not verified by it", async () => {
  const browser = openBrowser();
  await browser.logIn("google");
  await browser.signUp(`typed-${scene.person}@example.com`);
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
  scene.describe({ email: `new-${addressOf()}`, email_verified: true });
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
    const { url } = await servers.google.visit(await browser.begin("google"), isCancelled ? null : scene.person);
    between(browser);
    const response = await browser.finish("google", Object.fromEntries(url.searchParams));
    return { status: response.statusCode, ...response.json<{ type: string; error: string }>() };
  };
  test.each<[string, boolean, Between, number, string]>([
    ["provider_cancelled", true, () => {}, 400, "中止しました"],
    ["provider_away", false, () => servers.google.setAway(true), 503, "接続できませんでした"],
    ["provider_clock", false, () => t.clock.advance({ minutes: 9, seconds: 1 }), 400, "時刻がずれている"],
    ["login_lost", false, ({ jar }) => jar.clear(), 400, "別のブラウザー"],
    ["login_lost", false, () => t.clock.advance({ minutes: 10 }), 400, "時間が経過"],
  ])("%s", async (type, isCancelled, between, status, words) => {
    // The provider's clock is behind ours, so that its words have ended when they come.
    if (type === "provider_clock") t.clock.advance({ days: 1 });
    const answer = await failure(isCancelled, between).finally(() => servers.google.setAway(false));
    expect(answer).toMatchObject({ status, type, error: expect.stringContaining(words) });
    expect(t.errors.splice(0), "the operator's log").toHaveLength(status === 503 ? 1 : 0);
  });

  test("a name for a person that cannot be stored is refused", async () => {
    for (const name of ["half\0", "long".repeat(64)]) {
      scene.person = name;
      scene.describe({ email_verified: true });
      expect((await openBrowser().logIn("google")).json()).toMatchObject({ type: "provider_refused" });
    }
  });

  test("a provider without settings does not exist", async () => {
    expect((await openBrowser().start("facebook")).statusCode).toBe(404);
  });
});

test("a refusal says whose login an account at the provider is already", async () => {
  await member({ email: addressOf() });
  const browser = openBrowser();
  await browser.enter(addressOf());
  const refusal = async () => (await browser.connect()).json<{ type: string; error: string }>();
  await browser.logIn("google", "/", true);
  await browser.connect();
  await browser.logIn("google", "/", true);
  expect(await refusal()).toMatchObject({ type: "already_connected", error: expect.stringContaining("は追加済み") });
  await comeAsAnother(scene, browser);
  expect(await refusal()).toMatchObject({ error: expect.stringContaining("別のGoogleのアカウントを追加済み") });
  await signedUp();
  await browser.logIn("google", "/", true);
  expect(await refusal()).toMatchObject({ error: expect.stringContaining("会員のログインに使われています") });
});

const attacks = providerAttacks({ scene, member, tokenMailedTo: (address) => resetTokenOf(t.db, address) });
test.each(Object.entries(attacks))("attack: %s", async (_name, attack) => {
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
