import { contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { accountCalls, PASSWORD } from "../../../test/testing/account-calls.ts";
import { mailsTo, resetTokenOf, subjectsTo } from "../../../test/testing/mails.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { call, member, login, requestReset, confirmReset } = accountCalls(t);

type Headers = { authorization: string };

const update = (headers: Headers, payload: object) => call("PUT", contract.profile.update.url, { headers, payload });

const read = async (headers: Headers) =>
  (await call("GET", contract.profile.get.url, { headers })).json<{ username: string; email: string }>();

/** The headers of a login of that age. */
async function loggedIn(email: string, minutesAgo: number): Promise<Headers> {
  const { token } = (await login(email)).json();
  t.clock.advance({ minutes: minutesAgo });
  const payload = { refresh: token.refresh };
  const { access } = (await call("POST", contract.auth.refresh.url, { payload })).json();
  return { authorization: `Bearer ${access}` };
}

test("granted access is named beside a contract, and no longer when it has ended", async () => {
  const until = t.clock.daysAgo(-30);
  const granted = await member({ subscription_status: "active", access_granted_until: until });
  expect(await read(await t.as(granted.id))).toMatchObject({ access_granted_until: until });
  const ended = await member({ access_granted_until: t.clock.daysAgo(1) });
  expect(await read(await t.as(ended.id))).toMatchObject({ access_granted_until: null });
});

test("complimentary access has no plan, although a contract that has ended keeps its own", async () => {
  const until = t.clock.daysAgo(-30);
  const ended = { subscription_status: "canceled", subscription_plan: "monthly" } as const;
  const { id } = await member({ ...ended, subscription_end_date: t.clock.daysAgo(9), access_granted_until: until });
  expect(await read(await t.as(id))).toMatchObject({
    subscription_status: "active",
    subscription_plan: "none",
    subscription_end_date: until,
    cancel_at_period_end: true,
  });
  const left = await member({ ...ended, subscription_end_date: t.clock.daysAgo(9) });
  expect(await read(await t.as(left.id))).toMatchObject(ended);
});

describe("changing the name", () => {
  test("takes effect at once, requires no password and sends no mail", async () => {
    const { email } = await member();
    const headers = await loggedIn(email, 60);
    const response = await update(headers, { username: " 山田　花子 ", email });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: "プロフィールを更新しました。" });
    expect(await read(headers)).toMatchObject({ username: "山田 花子", email });
    expect(await mailsTo(t.db, email)).toEqual([]);
  });

  test.each([
    [{ username: "" }, "username", "ユーザー名を入力してください。"],
    [{ username: "あ".repeat(51) }, "username", "ユーザー名は50文字以内で入力してください。"],
    [{ username: "\ud800" }, "username", "使用できない文字が含まれています。"],
    [{ email: "" }, "email", "メールアドレスを入力してください。"],
    [{ email: "nobody" }, "email", "メールアドレスの形式が正しくありません。"],
    [{ email: "closed-1@invalid.example" }, "email", "メールアドレスの形式が正しくありません。"],
  ])("%j: %s says %s", async (change, field, message) => {
    const { id, email, username } = await member();
    const headers = await t.as(id);
    const response = await update(headers, { username, email, ...change });
    expect(response.statusCode).toBe(400);
    expect(response.json().type).toBe("validation_error");
    expect(response.json()[field]).toEqual([message]);
    expect(await read(headers)).toMatchObject({ username, email });
  });

  test("ignores other fields", async () => {
    const { id, email } = await member({ subscription_status: "inactive" });
    const headers = await t.as(id);
    await update(headers, { username: "新しい名前", email, is_staff: true, subscription_status: "active" });
    expect(await read(headers)).toMatchObject({ is_staff: false, subscription_status: "inactive" });
  });
});

describe("changing the e-mail address", () => {
  test("soon after a login the new address signs in, and the old one gets a mail and no longer does", async () => {
    const { email, username } = await member({ email_verified_at: t.clock.daysAgo(1) });
    const headers = await loggedIn(email, 15);
    const response = await update(headers, { username, email: " NEW-one@Example.com " });
    expect(response.statusCode).toBe(200);
    expect(await subjectsTo(t.db, "new-one@example.com")).toEqual(["メールアドレスご確認のお願い"]);
    expect((await login("new-one@example.com")).statusCode).toBe(200);
    expect((await login(email)).statusCode).toBe(401);
    const [mail] = await mailsTo(t.db, email);
    expect(mail?.subject).toBe("【学び舎】メールアドレスの変更が完了しました");
    expect(mail?.text).not.toContain("new-one");
  });

  test("requires the password later than fifteen minutes after the login", async () => {
    const { email, username } = await member();
    const headers = await loggedIn(email, 16);
    const wanted = { username, email: "second-one@example.com" };
    const refused = await update(headers, wanted);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ type: "password_required", error: expect.stringContaining("パスワード") });
    const wrong = await update(headers, { ...wanted, current_password: "not-the-password" });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().fields).toEqual({ current_password: ["現在のパスワードが正しくありません。"] });
    expect(await read(headers)).toMatchObject({ email });
    expect((await update(headers, { ...wanted, current_password: PASSWORD })).statusCode).toBe(200);
    expect(await read(headers)).toMatchObject({ email: "second-one@example.com" });
  });

  test("the required password can be guessed ten times only", async () => {
    const { email, username } = await member();
    const headers = await loggedIn(email, 16);
    const guess = (current_password: string) =>
      call("PUT", contract.profile.update.url, {
        headers,
        payload: { username, email: "third-one@example.com", current_password },
        address: "198.51.100.20",
      });
    for (let time = 0; time < 10; time++) expect((await guess(`guess-${time}`)).statusCode).toBe(400);
    expect((await guess(PASSWORD)).statusCode).toBe(429);
  });

  test("refuses another account's address in any case and width", async () => {
    const [{ id, username, email }, other] = [await member(), await member({ email: "taken@example.com" })];
    const headers = await t.as(id);
    for (const wanted of [other.email, "Taken@Example.com", "ｔａｋｅｎ@example.com"]) {
      const response = await update(headers, { username, email: wanted });
      expect(response.statusCode).toBe(400);
      expect(response.json().fields).toEqual({
        email: ["このメールアドレスはすでに登録されています。ログインするか、別のメールアドレスを入力してください。"],
      });
    }
    expect(await read(headers)).toMatchObject({ email });
  });

  test("of eight concurrent changes to the same address one succeeds", async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => member()));
    const wanted = { username: "人気者", email: "wanted@example.com" };
    const responses = await Promise.all(members.map(async ({ id }) => update(await t.as(id), wanted)));
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(7).fill(400),
    ]);
    for (const response of responses.filter(({ statusCode }) => statusCode === 400)) {
      expect(response.json().fields.email).toEqual([
        "このメールアドレスはすでに登録されています。ログインするか、別のメールアドレスを入力してください。",
      ]);
    }
  });

  test("changing the address voids links to a new password that went to the old one", async () => {
    const { id, email, username } = await member();
    await requestReset(email);
    await update(await t.as(id), { username, email: "moved@example.com" });
    expect((await confirmReset(await resetTokenOf(t.db, email))).json().type).toBe("invalid_link");
  });

  test("limits the search for addresses with accounts to twenty tries", async () => {
    const { id, username } = await member();
    const headers = await t.as(id);
    const statuses = [];
    for (let time = 0; time < 21; time++) {
      statuses.push((await update(headers, { username, email: "taken@example.com" })).statusCode);
    }
    expect(statuses.slice(-2)).toEqual([400, 429]);
  });
});
