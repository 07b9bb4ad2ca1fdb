import { contract } from "@manabiya/contract";
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../../test/testing/account-calls.ts";
import { secondFactorCalls } from "../../../test/testing/second-factor.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const accounts = accountCalls(t);
const { call, member, login, isSignedIn } = accounts;
const { codeOf, turnOn, ticketFor, logIn } = secondFactorCalls(t, accounts);
const { profile } = contract;

type Headers = { authorization: string };

interface Change {
  method: "POST" | "PUT" | "DELETE";
  url: string;
  payload: (user: { username: string }) => object;
  /** The field of the password. */
  password: string;
  /** Requires the password even right after a login. */
  isAlwaysRequired: boolean;
}

/** Every change that only the owner may make, except to the second factor itself. */
const CHANGES: Record<string, Change> = {
  "a new e-mail address": {
    method: "PUT",
    url: profile.update.url,
    payload: ({ username }) => ({ username, email: `${randomUUID()}@example.com` }),
    password: "current_password",
    isAlwaysRequired: false,
  },
  "a new password": {
    method: "POST",
    url: profile.changePassword.url,
    payload: () => ({ new_password: NEW_PASSWORD, new_password2: NEW_PASSWORD }),
    password: "old_password",
    isAlwaysRequired: true,
  },
  "the end of all other sessions": {
    method: "DELETE",
    url: profile.endOtherSessions.url,
    payload: () => ({}),
    password: "password",
    isAlwaysRequired: false,
  },
  "closing the account": {
    method: "POST",
    url: profile.remove.url,
    payload: () => ({}),
    password: "password",
    isAlwaysRequired: true,
  },
};

/** The headers of the session after some minutes. */
async function later({ refresh }: { refresh: string }, minutes: number): Promise<Headers> {
  t.clock.advance({ minutes });
  const { access } = (await call("POST", contract.auth.refresh.url, { payload: { refresh } })).json();
  return { authorization: `Bearer ${access}` };
}

/** A member with a second factor and a login of that age. */
async function memberWithSecondFactor(minutes: number) {
  const user = await member();
  const { secret } = await turnOn(await t.as(user.id));
  const { token } = (await logIn(await ticketFor(user.email), codeOf(secret))).json();
  return { user, headers: await later(token, minutes), code: () => codeOf(secret) };
}

describe.each(Object.entries(CHANGES))("%s", (_name, change) => {
  const send = (headers: Headers, user: { username: string }, credentials: object) =>
    call(change.method, change.url, { headers, payload: { ...change.payload(user), ...credentials } });

  test("requires password and code of an account with a second factor", async () => {
    const { user, headers, code } = await memberWithSecondFactor(16);
    const other = await t.as(user.id);
    const password = { [change.password]: PASSWORD };
    const bare = await send(headers, user, {});
    expect(bare.statusCode).toBe(change.isAlwaysRequired ? 400 : 403);
    const half = await send(headers, user, password);
    expect([half.statusCode, half.json().fields]).toEqual([400, { code: ["確認コードを入力してください。"] }]);
    const guessed = await send(headers, user, { ...password, code: "000000" });
    expect([guessed.statusCode, Object.keys(guessed.json().fields)]).toEqual([400, ["code"]]);
    const wrong = await send(headers, user, { [change.password]: "not the password", code: code() });
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, [change.password]]);
    expect(await isSignedIn(other)).toBe(true);
    expect((await send(headers, user, { ...password, code: code() })).statusCode).toBe(200);
  });

  test("requires the password alone without a second factor", async () => {
    const user = await member();
    const headers = await later((await login(user.email)).json().token, 16);
    const bare = await send(headers, user, {});
    expect(bare.statusCode).toBe(change.isAlwaysRequired ? 400 : 403);
    expect((await send(headers, user, { [change.password]: PASSWORD })).statusCode).toBe(200);
  });
});

test("a new address requires password and code right after the login too: a reset by its mailbox drops the factor", async () => {
  const { user, headers, code } = await memberWithSecondFactor(0);
  const payload = { username: user.username, email: `${randomUUID()}@example.com` };
  const refused = await call("PUT", profile.update.url, { headers, payload });
  expect([refused.statusCode, refused.json().type]).toEqual([403, "password_required"]);
  t.clock.advance({ minutes: 1 });
  const confirmed = { ...payload, current_password: PASSWORD, code: code() };
  expect((await call("PUT", profile.update.url, { headers, payload: confirmed })).statusCode).toBe(200);
});

test("ending one session requires password and code later than fifteen minutes after the login", async () => {
  const { user, headers, code } = await memberWithSecondFactor(15);
  const end = async (payload?: object) => {
    const there = await t.as(user.id);
    const [session] = (await call("GET", profile.sessions.url, { headers: there })).json<{ id: string }[]>();
    const url = profile.endSession.url.replace(":id", session?.id ?? "");
    const answer = await call("DELETE", url, { headers, ...(payload && { payload }) });
    return { answer, isSignedIn: await isSignedIn(there) };
  };
  expect(await end()).toMatchObject({ answer: { statusCode: 200 }, isSignedIn: false });
  t.clock.advance({ minutes: 1 });
  const refused = await end();
  expect(refused.isSignedIn).toBe(true);
  expect(refused.answer.json()).toMatchObject({
    type: "password_required",
    error: "端末からログアウトするには、パスワードと確認コードの入力が必要です。",
  });
  expect(await end({ password: PASSWORD, code: code() })).toMatchObject({
    answer: { statusCode: 200 },
    isSignedIn: false,
  });
});

test("five wrong codes block every purpose", async () => {
  const { user, headers } = await memberWithSecondFactor(16);
  const guess = (code: string) =>
    call("DELETE", profile.endOtherSessions.url, { headers, payload: { password: PASSWORD, code } });
  for (let time = 0; time < 5; time++) expect((await guess(`00000${time}`)).statusCode).toBe(400);
  expect((await guess("000009")).statusCode).toBe(429);
  expect(await isSignedIn(await t.as(user.id))).toBe(true);
});

test.each(["an authenticator", "a recovery"])(
  "%s code is used up by a successful change and not by a taken address",
  async (kind) => {
    const user = await member();
    const other = await member();
    const { secret, codes } = await turnOn(await t.as(user.id));
    const { token } = (await logIn(await ticketFor(user.email), codeOf(secret))).json();
    const headers = await later(token, 16);
    const code = kind === "a recovery" ? codes[0] : codeOf(secret);
    const moveTo = async (email: string) => {
      const payload = { username: user.username, email, current_password: PASSWORD, code };
      const answer = await call("PUT", profile.update.url, { headers, payload });
      return [answer.statusCode, Object.keys(answer.json().fields ?? {})];
    };
    expect(await moveTo(other.email)).toEqual([400, ["email"]]);
    expect(await moveTo(`${randomUUID()}@example.com`)).toEqual([200, []]);
    expect(await moveTo(`${randomUUID()}@example.com`)).toEqual([400, ["code"]]);
  },
);
