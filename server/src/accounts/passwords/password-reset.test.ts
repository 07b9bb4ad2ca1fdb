import { contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { accountCalls } from "../../../test/testing/account-calls.ts";
import { mailsTo, resetTokenOf } from "../../../test/testing/mails.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { SITE, useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const { member, requestReset, confirmReset } = accountCalls(t);

describe("requesting a new password", () => {
  test("mails a link to this site as text and as HTML", async () => {
    const { email } = await member();
    const response = await requestReset(` ${email.toUpperCase()}`);
    expect(response.statusCode).toBe(200);
    const [mail, ...more] = await mailsTo(t.db, email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("【学び舎】パスワード再設定のご案内");
    const link = `${SITE.publicUrl}/reset-password?token=${await resetTokenOf(t.db, email)}`;
    expect(mail?.text).toContain(`\n${link}\n`);
    expect(mail?.html).toContain(`<a href="${link}"`);
    expect(mail?.text).toContain("30分以内");
  });

  test("carries the path of a video in the link, and nothing else that a stranger may choose", async () => {
    const { email } = await member();
    const request = (next: string) => t.app.inject({ ...contract.auth.requestPasswordReset, payload: { email, next } });
    expect((await request("/video/1f0a-b_c.mp4")).statusCode).toBe(200);
    const [mail] = await mailsTo(t.db, email);
    const link = new URL(/https?:\S+reset-password\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    expect(link.searchParams.get("next")).toBe("/video/1f0a-b_c.mp4");
    for (const next of [
      "https://evil.example/",
      "//evil.example/",
      "/video//evil.example",
      "/\\evil.example",
      "/video/1?q=当選しました",
      "/video/1#\n",
      "/profile",
      "/video/",
      `/video/${"a".repeat(101)}`,
    ]) {
      expect((await request(next)).statusCode, next).toBe(400);
    }
    expect(await mailsTo(t.db, email)).toHaveLength(1);
  });

  test("returns the same answer for an address without an account, which gets no mail", async () => {
    const known = await requestReset((await member()).email);
    const unknown = await requestReset("nobody@example.com");
    expect(unknown.statusCode).toBe(known.statusCode);
    expect(unknown.json()).toEqual(known.json());
    expect(unknown.json()).toEqual({ message: expect.stringContaining("お送りしました") });
    expect(await mailsTo(t.db, "nobody@example.com")).toEqual([]);
  });

  test("the database holds the token in the unsent mail only", async () => {
    const { email } = await member();
    await requestReset(email);
    const token = await resetTokenOf(t.db, email);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const { rows } = await t.db.query({ text: "select * from password_resets" });
    expect(rows).not.toEqual([]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("sends no mail to a closed account", async () => {
    const { email } = await member({ closed_at: t.clock.daysAgo(1) });
    expect((await requestReset(email)).statusCode).toBe(200);
    expect(await mailsTo(t.db, email)).toEqual([]);
  });

  test.each([
    ["", "メールアドレスを入力してください。"],
    ["no-address", "メールアドレスの形式が正しくありません。"],
  ])("%j: %s", async (email, message) => {
    const response = await requestReset(email);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ email: [message], fields: { email: [message] } });
  });
});

describe("too many requests for a new password", () => {
  test("sends five mails an hour from one network and returns the same answer after that", async () => {
    const { email } = await member({ email_verified_at: t.clock.daysAgo(1) });
    const address = "192.0.2.70";
    const answers = [];
    for (let time = 0; time < 7; time++) answers.push((await requestReset(email, address)).json());
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await mailsTo(t.db, email)).toHaveLength(5);
    // The newest link still works.
    expect((await confirmReset(await resetTokenOf(t.db, email))).statusCode).toBe(200);
    t.clock.advance({ minutes: 60 });
    await requestReset(email, address);
    expect(await mailsTo(t.db, email)).toHaveLength(7);
  });

  test("sends 24 mails a day from everywhere, and more to an owner on a network of theirs", async () => {
    const { id, email } = await member({ email_verified_at: t.clock.daysAgo(1) });
    await t.as(id);
    const [session] = await selectRows(t.db, "sessions", { user_id: id });
    await Promise.all(Array.from({ length: 26 }, () => requestReset(email)));
    expect(await mailsTo(t.db, email)).toHaveLength(24);
    await requestReset(email, session?.address);
    expect(await mailsTo(t.db, email)).toHaveLength(25);
  });

  test("refuses the twenty-first request from one network for any address", async () => {
    const address = "192.0.2.77";
    for (let time = 0; time < 20; time++) {
      expect((await requestReset(`nobody-${time}@example.com`, address)).statusCode).toBe(200);
    }
    const refused = await requestReset("nobody-20@example.com", address);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await requestReset("nobody-20@example.com", "192.0.2.78")).statusCode).toBe(200);
  });

  test("refuses the thousandth and first request from everywhere", async () => {
    await t.db.query({
      text: `insert into rate_limits (key, hits, resets_at) values ('passwordReset  900: ', 1000, $1)
             on conflict (key) do update set hits = excluded.hits, resets_at = excluded.resets_at`,
      values: [t.clock.daysAgo(-1)],
    });
    expect((await requestReset("nobody@example.com")).statusCode).toBe(429);
    const owner = await member();
    await t.as(owner.id);
    const [session] = await selectRows(t.db, "sessions", { user_id: owner.id });
    expect((await requestReset(owner.email, session?.address)).statusCode, "from a known network").toBe(200);
    await t.db.query({ text: "delete from rate_limits" });
  });
});
