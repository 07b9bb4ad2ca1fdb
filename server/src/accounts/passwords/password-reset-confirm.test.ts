import { contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../../test/testing/account-calls.ts";
import { mailsTo, resetTokenOf } from "../../../test/testing/mails.ts";
import { SITE, useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { call, member, login, isSignedIn, requestReset, confirmReset } = accountCalls(t);
const INVALID = "リンクが無効か、有効期限が切れています。もう一度お手続きください。";

async function expectInvalid(token: string, sentence = INVALID) {
  const response = await confirmReset(token);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({ error: sentence, type: "invalid_link", message: sentence });
}

describe("setting the new password", () => {
  test("the new password works, the old one and every session end, and the owner gets a mail", async () => {
    const { id, email } = await member();
    const [here, there] = [await t.as(id), await t.as(id)];
    await requestReset(email);
    const response = await confirmReset(await resetTokenOf(t.db, email));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true, message: expect.stringContaining("変更しました") });
    for (const headers of [here, there]) {
      expect(await isSignedIn(headers)).toBe(false);
    }
    expect((await login(email, PASSWORD)).statusCode).toBe(401);
    expect((await login(email, NEW_PASSWORD)).statusCode).toBe(200);
    const [, mail] = await mailsTo(t.db, email);
    expect(mail?.subject).toBe("【学び舎】パスワードの変更が完了しました");
    expect(mail?.text).toContain("2026年11月21日");
    expect(mail?.text).toContain(`${SITE.publicUrl}/password-reset`);
  });

  test("a link works once, and then says so", async () => {
    const { email } = await member();
    await requestReset(email);
    const token = await resetTokenOf(t.db, email);
    expect((await confirmReset(token)).statusCode).toBe(200);
    await expectInvalid(
      token,
      "このリンクは使用済みです。設定したパスワードでログインしてください。ログインできないときは、もう一度メールをお受け取りください。",
    );
  });

  test("eight concurrent uses of a link work once", async () => {
    const { email } = await member();
    await requestReset(email);
    const token = await resetTokenOf(t.db, email);
    const responses = await Promise.all(Array.from({ length: 8 }, () => confirmReset(token)));
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(7).fill(400),
    ]);
    expect(await mailsTo(t.db, email)).toHaveLength(2);
  });

  test("a link expires after thirty minutes", async () => {
    const { email } = await member();
    await requestReset(email);
    const token = await resetTokenOf(t.db, email);
    t.clock.advance({ minutes: 30 });
    await expectInvalid(token);
    t.clock.advance({ seconds: -1 });
    expect((await confirmReset(token)).statusCode).toBe(200);
  });

  test("a new link voids older links of the account and no links of other accounts", async () => {
    const [mine, other] = [await member(), await member()];
    for (const { email } of [mine, other, mine]) await requestReset(email);
    const [first] = await mailsTo(t.db, mine.email);
    const replaced = /token=([\w-]+)/.exec(first?.text ?? "")?.[1] ?? "";
    await expectInvalid(replaced);
    expect((await confirmReset(await resetTokenOf(t.db, mine.email))).statusCode).toBe(200);
    expect((await confirmReset(await resetTokenOf(t.db, other.email))).statusCode).toBe(200);
  });

  test("forged tokens are invalid", async () => {
    for (const token of ["x", "A".repeat(43), "../../etc/passwd", "' or 1=1--", "令牌"]) await expectInvalid(token);
  });

  test("a new password ends the owner's own block after too many guesses", async () => {
    const { email } = await member();
    const address = "198.51.100.9";
    for (let guess = 0; guess < 11; guess++) await login(email, `guess-${guess}`, address);
    expect((await login(email, PASSWORD, address)).statusCode).toBe(429);
    await requestReset(email, address);
    const payload = { token: await resetTokenOf(t.db, email), new_password: NEW_PASSWORD, new_password2: NEW_PASSWORD };
    await call("POST", contract.auth.confirmPasswordReset.url, { payload, address });
    expect((await login(email, NEW_PASSWORD, address)).statusCode).toBe(200);
  });
});

describe("a refused password", () => {
  test.each([
    ["new_password2", NEW_PASSWORD, "something-else", "パスワードが一致しません"],
    ["new_password2", NEW_PASSWORD, undefined, "確認用のパスワードを入力してください。"],
    ["new_password", "short-7", "short-7", "パスワードは8文字以上で入力してください"],
    ["new_password", "12345678901", "12345678901", "パスワードを数字だけにすることはできません。"],
    ["new_password", "password123", "password123", "このパスワードはよく使われているため使用できません。"],
    ["new_password", "yuki-tanaka@example.com", "yuki-tanaka@example.com", "ユーザー名やメールアドレスと同じ"],
  ])("%s: %j and %j", async (field, one, two, message) => {
    const { email } = await member({ email: "yuki-tanaka@example.com" });
    await requestReset(email);
    const token = await resetTokenOf(t.db, email);
    const payload = { token, new_password: one, new_password2: two };
    const response = await call("POST", contract.auth.confirmPasswordReset.url, { payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()[field]).toEqual([expect.stringContaining(message)]);
    // The refusal does not use the link up.
    expect((await confirmReset(token)).statusCode).toBe(200);
    await t.db.query({ text: "delete from users where email = $1", values: [email] });
    await t.db.query({ text: "delete from rate_limits" });
  });
});
