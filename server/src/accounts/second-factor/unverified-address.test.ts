import { contract } from "@manabiya/contract";
import { describe, expect, test } from "vitest";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../../test/testing/account-calls.ts";
import { createPersonalData } from "../../../test/testing/personal-data.ts";
import { resetTokenOf, subjectsTo } from "../../../test/testing/mails.ts";
import { secondFactorCalls } from "../../../test/testing/second-factor.ts";
import { selectRows } from "../../../test/testing/select-rows.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";
import { POWERS } from "../passwords/first-verification.ts";

const t = useTestApp();
const accounts = accountCalls(t);
const { call, member, login, requestReset, confirmReset, isSignedIn } = accounts;
const { codeOf, start, confirm, turnOn, ticketFor, logIn } = secondFactorCalls(t, accounts);

const PAYLOAD = { password: PASSWORD, code: "123456" };

/** These give no power over the account. */
const HARMLESS: string[] = [
  contract.secondFactor.logIn.url,
  contract.secondFactor.turnOff.url,
  contract.profile.remove.url,
];

const setUpCalls = Object.values(contract.secondFactor).filter(
  ({ method, url }) => method === "POST" && !HARMLESS.includes(url),
);

describe("an unverified address", () => {
  test.each(setUpCalls.map(({ url }) => [url]))("cannot call %s", async (url) => {
    const { id } = await member({ email_verified_at: null });
    const response = await call("POST", url, { headers: await t.as(id), payload: PAYLOAD });
    expect([response.statusCode, response.json().type]).toEqual([403, "email_unverified"]);
    expect(response.json().error).toContain("メールアドレスの確認が必要です");
  });

  test("keeps a second factor from before, which logins still require", async () => {
    const { user, secret } = await memberWithUnverifiedFactor();
    expect((await logIn(await ticketFor(user.email), codeOf(secret))).statusCode).toBe(200);
  });
});

/** As a stranger leaves it who moves an own account to somebody's address. */
async function memberWithUnverifiedFactor() {
  const user = await member();
  const headers = await t.as(user.id);
  const { secret, codes } = await turnOn(headers);
  const email = `owner-of-${user.email}`;
  const payload = { username: user.username, email, current_password: PASSWORD, code: codeOf(secret) };
  expect((await call("PUT", contract.profile.update.url, { headers, payload })).statusCode).toBe(200);
  // Until the used code has expired.
  t.clock.advance({ minutes: 1 });
  return { user: { ...user, email }, headers, secret, codes };
}

const reset = async (email: string) => {
  await requestReset(email);
  return confirmReset(await resetTokenOf(t.db, email));
};

describe("a reset that verifies the address for the first time", () => {
  test("lets the mailbox's owner in, and drops the second factor, tickets and sessions of a stranger", async () => {
    const { user, headers, secret, codes } = await memberWithUnverifiedFactor();
    const ticket = await ticketFor(user.email);
    expect((await reset(user.email)).statusCode).toBe(200);
    expect((await login(user.email, NEW_PASSWORD)).statusCode).toBe(200);
    expect(await isSignedIn(headers)).toBe(false);
    for (const code of [codeOf(secret), codes[0] ?? ""]) expect((await logIn(ticket, code)).statusCode).toBe(400);
    expect(await subjectsTo(t.db, user.email)).toContain("2段階認証がオフになりました");
  });

  test("drops a second factor that was started and not confirmed", async () => {
    const { user, headers } = await memberWithUnverifiedFactor();
    await t.db.query({ text: "update second_factors set enabled_at = null where user_id = $1", values: [user.id] });
    await reset(user.email);
    expect(await selectRows(t.db, "second_factors", { user_id: user.id })).toEqual([]);
    expect(await subjectsTo(t.db, user.email)).not.toContain("2段階認証がオフになりました");
    expect(await isSignedIn(headers)).toBe(false);
  });

  test("happens once: a later reset keeps the second factor", async () => {
    const { user } = await memberWithUnverifiedFactor();
    await reset(user.email);
    const headers = await t.as(user.id);
    const { secret } = (await start(headers, NEW_PASSWORD)).json<{ secret: string }>();
    expect((await confirm(headers, codeOf(secret))).statusCode).toBe(200);
    await reset(user.email);
    expect((await login(user.email, NEW_PASSWORD)).json().type).toBe("second_factor_required");
  });

  test("deletes the rows of every table with credentials", async () => {
    const { rows } = await t.db.query<{ table: string }>({
      text: `select distinct c.table_name as table from information_schema.columns c
              where c.table_schema = 'public' and c.column_name ~ 'hash|secret|salt|device' and c.data_type <> 'integer'
                and exists (select from information_schema.columns u
                             where u.table_schema = 'public' and u.table_name = c.table_name and u.column_name = 'user_id')
              order by 1`,
    });
    const marked = POWERS;
    const missing = rows.map(({ table }) => table).filter((table) => !marked.includes(table));
    expect(missing, "belongs to POWERS of accounts/passwords/first-verification.ts").toEqual([]);
    const user = await member({ email_verified_at: null });
    await createPersonalData(t, user);
    await reset(user.email);
    for (const table of marked) {
      const found = await t.db.query({ text: `select from ${table} where user_id = $1`, values: [user.id] });
      expect(found.rowCount, table).toBe(0);
    }
    const live = `select from sessions where user_id = $1 and revoked_at is null`;
    expect((await t.db.query({ text: live, values: [user.id] })).rowCount).toBe(0);
    expect(await selectRows(t.db, "favorites", { user_id: user.id }), "what gives no power stays").toHaveLength(1);
  });
});
