import { contract } from "@manabiya/contract";
import type { MemberDetail } from "@manabiya/contract/staff/members.ts";
import { beforeEach, expect, test } from "vitest";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../../test/testing/account-calls.ts";
import { resetTokenOf, subjectsTo } from "../../../test/testing/mails.ts";
import { secondFactorCalls } from "../../../test/testing/second-factor.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { staffCalls } from "../../../test/testing/staff-calls.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { insertRow } from "../../db/insert-rows.ts";

const t = useTestApp();
const accounts = accountCalls(t);
const { member, isSignedIn, login, requestReset, confirmReset } = accounts;
const { turnOn, codeOf, logIn } = secondFactorCalls(t, accounts);
const { invalidatePassword } = contract.adminMemberDesk;
const reason = "パスワードを知られたとの連絡";
const MUST_RESET =
  "安全のため、このパスワードは使用できなくなりました。「パスワードをお忘れの方」から、新しいパスワードを設定してください。";
const WRONG = "メールアドレスまたはパスワードが正しくありません。";
let me: Awaited<ReturnType<ReturnType<typeof staffCalls>["withRights"]>>;

beforeEach(async () => {
  // Another hour: the limits of mails count by hour and network.
  t.clock.advance({ minutes: 61 });
  me = await staffCalls(t).withRights({ may_see_members: true });
});

const invalidate = (id: number) => me.call(invalidatePassword, { id }, { reason });

/** The hashes that an account may have: of this product, of an import, and of the least cost. */
const HASHES = {
  "of this product": undefined,
  imported: "argon2$argon2i$v=19$m=512,t=2,p=2$H8wVljrXWtTI8Bxl$Uk4QObDlc5wUNF1DW0IgUA",
  "imported from Django": "bcrypt$$2b$12$u4hoS77c5habkC5MWGciHu8.9hh8L9eBAwV8pANimP1MW3KvGKmS.",
};

test("a provider that was added with a leaked password logs nobody in, and a member without a password needs no new one", async () => {
  const { id } = await member({ password_hash: "!no password fits" });
  await insertRow(t.db, "login_identities", {
    ...{ issuer: "https://accounts.google.com", subject: "1", user_id: id, connected_at: t.clock.daysAgo(1) },
  });
  const read = async () => (await me.call(contract.adminMembers.get, { id })).json<MemberDetail>();
  expect(await read()).toMatchObject({ must_reset_password: false });
  await invalidate(id);
  expect(await read()).toMatchObject({ must_reset_password: true });
  expect(await selectRows(t.db, "login_identities", { user_id: id })).toEqual([]);
});

test.each(Object.entries(HASHES))(
  "a leaked password is refused until its owner has set another one: %s",
  async (_kind, password_hash) => {
    const { id, email } = await member(password_hash === undefined ? {} : { password_hash });
    const headers = await t.as(id);
    const refresh = (await login(email)).json<{ token: { refresh: string } }>().token.refresh;
    const answer = await invalidate(id);
    expect(answer.json<MemberDetail>()).toMatchObject({ must_reset_password: true, sessions: [] });
    expect(await isSignedIn(headers)).toBe(false);
    const { url } = contract.auth.refresh;
    expect((await t.app.inject({ method: "POST", url, payload: { refresh } })).statusCode).toBe(401);
    // A second press refuses it just as well.
    expect((await invalidate(id)).statusCode).toBe(200);
    for (const [password, type, error] of [
      [PASSWORD, "password_invalidated", MUST_RESET],
      [`x${PASSWORD}`, "unauthorized", WRONG],
    ] as const) {
      const refused = await login(email, password);
      expect([refused.statusCode, refused.json()]).toEqual([401, { type, error, message: error }]);
    }
    expect((await confirmReset(await resetTokenOf(t.db, email))).statusCode).toBe(200);
    expect((await login(email)).json()).toMatchObject({ error: WRONG });
    expect((await login(email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await me.call(contract.adminMembers.get, { id })).json()).toMatchObject({ must_reset_password: false });
    const log = await selectRows(t.db, "audit_log", { subject_id: id, subject: "member" });
    expect(log.map(({ action, reason: given, user_id }) => [action, given, user_id])).toEqual(
      [1, 2].map(() => ["member.invalidate_password", reason, me.user.id]),
    );
  },
);

test("every prompt for the present password refuses it, even in a session that somehow stayed", async () => {
  const { id, email } = await member();
  const headers = await t.as(id);
  await invalidate(id);
  await t.db.query({ text: "update sessions set revoked_at = null where user_id = $1", values: [id] });
  const prompts = [
    [
      contract.profile.changePassword,
      { old_password: PASSWORD, new_password: NEW_PASSWORD, new_password2: NEW_PASSWORD },
    ],
    [contract.profile.remove, { password: PASSWORD }],
    [contract.secondFactor.start, { password: PASSWORD }],
  ] as const;
  for (const [{ method, url }, payload] of prompts) {
    const response = await t.app.inject({ method, url, headers, payload });
    expect([response.statusCode, response.json().error], url).toEqual([401, MUST_RESET]);
  }
  expect((await selectRows(t.db, "users", { id }))[0]).toMatchObject({ email, closed_at: null });
});

test("a login that waits for its code ends, and the second factor stays", async () => {
  const { id, email } = await member();
  const { secret } = await turnOn(await t.as(id));
  me = await staffCalls(t).withRights({ may_see_members: true });
  const { ticket } = (await login(email)).json<{ ticket: string }>();
  await invalidate(id);
  expect((await logIn(ticket, codeOf(secret))).json()).toMatchObject({ type: "ticket_expired" });
  await confirmReset(await resetTokenOf(t.db, email));
  expect((await login(email, NEW_PASSWORD)).json()).toMatchObject({ type: "second_factor_required" });
});

test("links that were mailed before end, and used up mails do not protect the password", async () => {
  const { id, email } = await member();
  await requestReset(email);
  const earlier = await resetTokenOf(t.db, email);
  for (let sent = 1; sent < 24; sent++) await requestReset(email);
  const count = (await subjectsTo(t.db, email)).length;
  const latest = await resetTokenOf(t.db, email);
  const response = await invalidate(id);
  expect([response.statusCode, response.json().error]).toEqual([429, expect.stringContaining("パスワードを無効にし")]);
  expect(await subjectsTo(t.db, email)).toHaveLength(count);
  for (const token of [earlier, latest]) expect((await confirmReset(token)).statusCode).toBe(400);
  expect((await login(email)).json()).toMatchObject({ type: "password_invalidated" });
});

test("a login that is under way with the leaked password starts no session", async () => {
  const { id, email } = await member();
  const answers = await Promise.all([login(email), invalidate(id), login(email)]);
  expect(answers[1].statusCode).toBe(200);
  expect(await selectRows(t.db, "sessions", { user_id: id })).toSatisfy((sessions: { revoked_at: unknown }[]) =>
    sessions.every(({ revoked_at }) => revoked_at !== null),
  );
});

test("a colleague's password is for superusers, and nobody invalidates the own one", async () => {
  const { id, email } = await member({ is_staff: true });
  expect((await invalidate(id)).json()).toMatchObject({ type: "missing_right" });
  expect((await login(email)).statusCode).toBe(200);
  me = await staffCalls(t).superuser();
  expect((await invalidate(me.user.id)).json()).toMatchObject({ type: "oneself" });
  expect((await invalidate(id)).statusCode).toBe(200);
  expect((await login(email)).json()).toMatchObject({ type: "password_invalidated" });
});
