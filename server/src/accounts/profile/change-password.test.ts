import { contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { hashPassword } from "../passwords/password.ts";
import { setPassword } from "../passwords/new-password.ts";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../../test/testing/account-calls.ts";
import { resetTokenOf, subjectsTo } from "../../../test/testing/mails.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { call, member, login, isSignedIn, requestReset, confirmReset } = accountCalls(t);

const GOOD = { old_password: PASSWORD, new_password: NEW_PASSWORD, new_password2: NEW_PASSWORD };

const change = (headers: { authorization: string }, changes: object = {}, address?: string) =>
  call("POST", contract.profile.changePassword.url, {
    headers,
    payload: { ...GOOD, ...changes },
    ...(address !== undefined && { address }),
  });

test("the new password works, the old one and other sessions end, this session stays, and the owner gets a mail", async () => {
  const { id, email } = await member();
  const [here, there, elsewhere] = [await t.as(id), await t.as(id), await t.as(id)];
  const response = await change(here);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ message: expect.stringContaining("パスワードを変更しました。") });
  expect(await Promise.all([here, there, elsewhere].map(isSignedIn))).toEqual([true, false, false]);
  expect(await subjectsTo(t.db, email)).toEqual(["パスワードの変更が完了しました"]);
  expect((await login(email, PASSWORD)).statusCode).toBe(401);
  expect((await login(email, NEW_PASSWORD)).statusCode).toBe(200);
});

test("other members stay signed in", async () => {
  const [mine, other] = [await member(), await member()];
  const headers = await t.as(other.id);
  await change(await t.as(mine.id));
  expect(await isSignedIn(headers)).toBe(true);
  expect((await login(other.email)).statusCode).toBe(200);
});

test("changing the password voids mailed links to a new password", async () => {
  const { id, email } = await member();
  await requestReset(email);
  await change(await t.as(id));
  expect((await confirmReset(await resetTokenOf(t.db, email))).json().type).toBe("invalid_link");
});

describe("a refused change changes nothing", () => {
  test.each([
    [{ old_password: "wrong" }, "old_password", "現在のパスワードが正しくありません。"],
    [{ old_password: "" }, "old_password", "パスワードが必要です。"],
    [{ new_password2: "another-one-9" }, "new_password2", "パスワードが一致しません"],
    [{ new_password2: undefined }, "new_password2", "確認用のパスワードを入力してください。"],
    [both("short-7"), "new_password", "パスワードは8文字以上で入力してください"],
    [both("98765432101"), "new_password", "パスワードを数字だけにすることはできません。"],
    [both("password123"), "new_password", "このパスワードはよく使われているため使用できません。"],
    [both("ken-suzuki"), "new_password", "ユーザー名やメールアドレスと同じパスワードは使用できません。"],
  ])("%j", async (changes, field, message) => {
    const { id, email } = await member({ username: "Ken-Suzuki" });
    const [here, there] = [await t.as(id), await t.as(id)];
    const response = await change(here, changes);
    expect(response.statusCode).toBe(400);
    expect(response.json()[field]).toEqual([message]);
    expect(await Promise.all([here, there].map(isSignedIn))).toEqual([true, true]);
    expect(await subjectsTo(t.db, email)).toEqual([]);
    expect((await login(email)).statusCode).toBe(200);
  });
});

function both(new_password: string) {
  return { new_password, new_password2: new_password };
}

test("a session guesses the old password ten times, from any network", async () => {
  const headers = await t.as((await member()).id);
  for (let time = 0; time < 10; time++) {
    expect((await change(headers, { old_password: `guess-${time}` })).statusCode).toBe(400);
  }
  expect((await change(headers)).statusCode).toBe(429);
});

test("guesses at the login from everywhere do not keep a signed-in member from a new password", async () => {
  const { id, email } = await member();
  const headers = await t.as(id);
  for (let time = 0; time < 51; time++) await login(email, `guess-${time}`);
  expect((await login(email)).statusCode).toBe(429);
  expect((await change(headers)).statusCode).toBe(200);
});

test("of two concurrent changes one succeeds, and the other reports a wrong password", async () => {
  const { id } = await member();
  const sessions = [await t.as(id), await t.as(id)];
  const responses = await Promise.all(sessions.map((headers) => change(headers)));
  const statuses = responses.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400 || status === 401)).toHaveLength(1);
  // Only the session of the successful change stays.
  expect(await Promise.all(sessions.map(isSignedIn))).toEqual(statuses.map((status) => status === 200));
});

test("a concurrent login with the old password starts no session", async () => {
  const { id, email } = await member();
  const given = { userId: id, passwordHash: await hashPassword(NEW_PASSWORD), replaces: null, exceptSession: null };
  const concurrent = await t.db.transaction(async (tx) => {
    await setPassword(tx, given, t.clock.now());
    // The login has verified the password and waits for this transaction.
    const response = login(email);
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
    return { response };
  });
  expect((await concurrent.response).statusCode).toBe(401);
});

async function waiting(): Promise<number> {
  const { rows } = await t.db.query<{ count: number }>({
    text: `select count(*) as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
  });
  return rows[0]?.count ?? 0;
}
