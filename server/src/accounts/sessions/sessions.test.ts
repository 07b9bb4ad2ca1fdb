import { contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { accountCalls, PASSWORD } from "../../../test/testing/account-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { call, member, login, isSignedIn } = accountCalls(t);

/** Seconds until our browser application aborts a call (`web/src/api/send.ts`), and until it repeats it. */
const BROWSER_WAITS = 10;
const BROWSER_PAUSES = 1;

type Tokens = { access: string; refresh: string };

/** `rotate` requests refresh tokens that change. */
async function signedIn(rotate?: boolean) {
  const user = await member();
  const payload = { email: user.email, password: PASSWORD, rotate };
  const response = await call("POST", contract.auth.login.url, { payload });
  return { user, token: response.json().token as Tokens };
}

const refresh = (token: string) => call("POST", contract.auth.refresh.url, { payload: { refresh: token } });

const logout = (token: string) => call("POST", contract.auth.logout.url, { payload: { refresh_token: token } });

const isValid = (access: string) => isSignedIn({ authorization: `Bearer ${access}` });

describe("refresh", () => {
  test("a plain caller gets a new access token and keeps its refresh token", async () => {
    const { token } = await signedIn();
    t.clock.advance({ minutes: 11 });
    expect(await isValid(token.access)).toBe(false);
    const first = await refresh(token.refresh);
    expect(first.json()).toEqual({ access: expect.any(String) });
    expect(await isValid(first.json().access)).toBe(true);
    expect((await refresh(token.refresh)).statusCode).toBe(200);
  });

  test("a caller that rotates gets the next refresh token each time", async () => {
    const { token } = await signedIn(true);
    let current = token.refresh;
    for (let turn = 0; turn < 3; turn++) {
      t.clock.advance({ minutes: 11 });
      const response = await refresh(current);
      expect(response.statusCode).toBe(200);
      expect(response.json().refresh).not.toBe(current);
      current = response.json().refresh;
    }
  });

  test("eight concurrent refreshes have one successor", async () => {
    const { token } = await signedIn(true);
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(token.refresh)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(new Set(responses.map((response) => response.json().refresh)).size).toBe(1);
  });

  test("a browser that lost the answer gets the same one when it repeats the call", async () => {
    const { token } = await signedIn(true);
    await refresh(token.refresh);
    t.clock.advance({ seconds: BROWSER_WAITS + BROWSER_PAUSES + BROWSER_WAITS });
    const again = await refresh(token.refresh);
    expect(again.statusCode).toBe(200);
    expect(await isValid(again.json().access)).toBe(true);
    t.clock.advance({ minutes: 11 });
    expect((await refresh(again.json().refresh)).statusCode).toBe(200);
  });

  test("the token before the current one works for a minute and then ends the session", async () => {
    const { token } = await signedIn(true);
    const { refresh: next, access } = (await refresh(token.refresh)).json();
    t.clock.advance({ minutes: 1 });
    expect((await refresh(token.refresh)).json().refresh).toBe(next);
    t.clock.advance({ seconds: 1 });
    expect((await refresh(token.refresh)).statusCode).toBe(401);
    expect((await refresh(next)).statusCode).toBe(401);
    expect(await isValid(access)).toBe(false);
  });

  test("an older token ends the session at once", async () => {
    const { token } = await signedIn(true);
    const { refresh: second } = (await refresh(token.refresh)).json();
    const { refresh: third } = (await refresh(second)).json();
    expect((await refresh(token.refresh)).statusCode).toBe(401);
    expect((await refresh(third)).statusCode).toBe(401);
  });

  test("a session that is used every day ends after 180 days", async () => {
    const { token } = await signedIn(true);
    let current = token.refresh;
    for (let month = 0; month < 9; month++) {
      t.clock.advance({ days: 20 - 1 / 1440 });
      const response = await refresh(current);
      expect(response.statusCode).toBe(200);
      current = response.json().refresh;
    }
    t.clock.advance({ minutes: 10 });
    expect((await refresh(current)).statusCode).toBe(401);
  });

  test("a session ends after 30 days without use", async () => {
    const { token } = await signedIn(true);
    t.clock.advance({ days: 30 });
    expect((await refresh(token.refresh)).statusCode).toBe(401);
  });
});

describe("logout", () => {
  test("ends the session at once, for access and refresh", async () => {
    const { token } = await signedIn();
    const response = await logout(token.refresh);
    expect(response.json()).toEqual({ message: "ログアウトしました。" });
    expect(await isValid(token.access)).toBe(false);
    expect((await refresh(token.refresh)).statusCode).toBe(401);
  });

  test("does not end other sessions of the account", async () => {
    const { user, token } = await signedIn();
    const other = (await login(user.email)).json().token;
    await logout(token.refresh);
    expect(await isValid(other.access)).toBe(true);
  });

  test("succeeds with a forged token and changes nothing", async () => {
    const { token } = await signedIn();
    const forged = `${token.refresh.slice(0, -4)}AAAA`;
    expect((await logout(forged)).statusCode).toBe(200);
    expect(await isValid(token.access)).toBe(true);
  });
});

describe("forged tokens", () => {
  test("forged, unsigned, foreign and malformed access tokens are refused", async () => {
    const { token } = await signedIn();
    const [head, body, signature] = token.access.split(".") as [string, string, string];
    const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
    const altered = Buffer.from(body, "base64url")
      .toString()
      .replace(/"exp":\d+/, '"exp":9999999999');
    const tokens = [
      `${unsigned}.${body}.`,
      `${head}.${Buffer.from(altered).toString("base64url")}.${signature}`,
      `${head}.${body}.${signature.slice(0, -2)}`,
      token.refresh,
      "nonsense",
      "",
    ];
    for (const forged of tokens) expect(await isValid(forged)).toBe(false);
  });

  test("forged and malformed refresh tokens are refused and end no session", async () => {
    const { token } = await signedIn(true);
    const [id, , signature] = token.refresh.split(".");
    for (const forged of [`${id}.7.${signature}`, `${id}.0.${"A".repeat(43)}`, "a.b.c", "x", token.access]) {
      expect((await refresh(forged)).statusCode).toBe(401);
    }
    expect((await refresh(token.refresh)).statusCode).toBe(200);
  });
});
