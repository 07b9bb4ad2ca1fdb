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
  payload: (who: { username: string }) => object;
  /** Where the password stands. */
  password: string;
  /** Asked for even right after a login. */
  isAlwaysAsked: boolean;
}

/** Everything that the owner alone may do, other than to the second factor itself. */
const CHANGES: Record<string, Change> = {
  "a new e-mail address": {
    method: "PUT",
    url: profile.update.url,
    payload: ({ username }) => ({ username, email: `${randomUUID()}@example.com` }),
    password: "current_password",
    isAlwaysAsked: false,
  },
  "a new password": {
    method: "POST",
    url: profile.changePassword.url,
    payload: () => ({ new_password: NEW_PASSWORD, new_password2: NEW_PASSWORD }),
    password: "old_password",
    isAlwaysAsked: true,
  },
  "the end of all other sessions": {
    method: "DELETE",
    url: profile.endOtherSessions.url,
    payload: () => ({}),
    password: "password",
    isAlwaysAsked: false,
  },
  "closing the account": {
    method: "POST",
    url: profile.remove.url,
    payload: () => ({}),
    password: "password",
    isAlwaysAsked: true,
  },
};

/** The same session, so many minutes later. */
async function later({ refresh }: { refresh: string }, minutes: number): Promise<Headers> {
  t.clock.advance({ minutes });
  const { access } = (await call("POST", contract.auth.refresh.url, { payload: { refresh } })).json();
  return { authorization: `Bearer ${access}` };
}

/** A member with a second factor, whose login is so many minutes old. */
async function guarded(minutes: number) {
  const user = await member();
  const { secret } = await turnOn(await t.as(user.id));
  const { token } = (await logIn(await ticketFor(user.email), codeOf(secret))).json();
  return { user, headers: await later(token, minutes), code: () => codeOf(secret) };
}

describe.each(Object.entries(CHANGES))("%s", (_name, change) => {
  const ask = (headers: Headers, who: { username: string }, proof: object) =>
    call(change.method, change.url, { headers, payload: { ...change.payload(who), ...proof } });

  test("asks an account with a second factor for password and code", async () => {
    const { user, headers, code } = await guarded(16);
    const other = await t.as(user.id);
    const password = { [change.password]: PASSWORD };
    const bare = await ask(headers, user, {});
    expect(bare.statusCode).toBe(change.isAlwaysAsked ? 400 : 403);
    const half = await ask(headers, user, password);
    expect([half.statusCode, half.json().fields]).toEqual([
      400,
      { code: ["確認コードを入力してください。"] },
    ]);
    const guessed = await ask(headers, user, { ...password, code: "000000" });
    expect([guessed.statusCode, Object.keys(guessed.json().fields)]).toEqual([400, ["code"]]);
    const wrong = await ask(headers, user, { [change.password]: "not the password", code: code() });
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, [change.password]]);
    expect(await isSignedIn(other)).toBe(true);
    expect((await ask(headers, user, { ...password, code: code() })).statusCode).toBe(200);
  });

  test("asks who has none for the password alone", async () => {
    const user = await member();
    const headers = await later((await login(user.email)).json().token, 16);
    const bare = await ask(headers, user, {});
    expect(bare.statusCode).toBe(change.isAlwaysAsked ? 400 : 403);
    expect((await ask(headers, user, { [change.password]: PASSWORD })).statusCode).toBe(200);
  });
});

test("one session is ended after fifteen minutes by who knows password and code, before that without", async () => {
  const { user, headers, code } = await guarded(15);
  const end = async (payload?: object) => {
    const there = await t.as(user.id);
    const [session] = (await call("GET", profile.sessions.url, { headers: there })).json<{ id: string }[]>();
    const url = profile.endSession.url.replace(":id", session?.id ?? "");
    const answer = await call("DELETE", url, { headers, ...(payload && { payload }) });
    return { answer, isSignedIn: await isSignedIn(there) };
  };
  expect(await end()).toMatchObject({ answer: { statusCode: 200 }, isSignedIn: false });
  t.clock.advance({ minutes: 1 });
  const asked = await end();
  expect(asked.isSignedIn).toBe(true);
  expect(asked.answer.json()).toMatchObject({
    type: "password_required",
    error: "端末をログアウトさせるには、パスワードと確認コードの入力が必要です。",
  });
  expect(await end({ password: PASSWORD, code: code() })).toMatchObject({
    answer: { statusCode: 200 },
    isSignedIn: false,
  });
});

test("guesses of a code end after five, whatever they are for", async () => {
  const { user, headers } = await guarded(16);
  const guess = (code: string) =>
    call("DELETE", profile.endOtherSessions.url, { headers, payload: { password: PASSWORD, code } });
  for (let time = 0; time < 5; time++) expect((await guess(`00000${time}`)).statusCode).toBe(400);
  expect((await guess("000009")).statusCode).toBe(429);
  expect(await isSignedIn(await t.as(user.id))).toBe(true);
});

test.each(["the telephone's", "a recovery"])(
  "%s code is not used up by an address that turns out to be taken, and by the change once",
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
