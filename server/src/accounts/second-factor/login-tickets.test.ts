import { expect, test } from "vitest";
import { setPassword } from "../passwords/new-password.ts";
import { hashPassword } from "../passwords/password.ts";
import { accountCalls, NEW_PASSWORD } from "../../../test/testing/account-calls.ts";
import { secondFactorCalls } from "../../../test/testing/second-factor.ts";
import { useTestApp } from "../../../test/testing/test-app.ts";

const t = useTestApp();
const accounts = accountCalls(t);
const { member, login } = accounts;
const { turnOn, ticketFor, logIn, state } = secondFactorCalls(t, accounts);

async function memberWithSecondFactor() {
  const user = await member();
  return { user, ...(await turnOn(await t.as(user.id))) };
}

/** Changes the password, and makes a call that waits for the commit. */
async function whileChangingPassword<T>(userId: number, call: () => Promise<T>): Promise<T> {
  const passwordHash = await hashPassword(NEW_PASSWORD);
  const concurrent = await t.db.transaction(async (tx) => {
    await setPassword(tx, { userId, passwordHash, replaces: null, exceptSession: null }, t.clock.now());
    const answer = call();
    await expect.poll(waiting).toBe(1);
    return { answer };
  });
  return concurrent.answer;
}

async function waiting(): Promise<number> {
  const { rows } = await t.db.query<{ count: number }>({
    text: `select count(*) as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
  });
  return rows[0]?.count ?? 0;
}

test("a concurrent login with the old password gets no ticket", async () => {
  const { user } = await memberWithSecondFactor();
  const answer = await whileChangingPassword(user.id, () => login(user.email));
  expect(answer.statusCode).toBe(401);
  const { rows } = await t.db.query({ text: "select from login_tickets where user_id = $1", values: [user.id] });
  expect(rows).toEqual([]);
});

test("a recovery code is used up by a successful login and not by a failed one", async () => {
  const { user, codes } = await memberWithSecondFactor();
  const [code = ""] = codes;
  const ticket = await ticketFor(user.email);
  const failed = await whileChangingPassword(user.id, () => logIn(ticket, code));
  expect(failed.json().type).toBe("ticket_expired");
  expect((await logIn(await ticketFor(user.email, NEW_PASSWORD), code)).statusCode).toBe(200);
  expect((await state(await t.as(user.id))).json().recovery_codes_left).toBe(codes.length - 1);
  expect((await logIn(await ticketFor(user.email, NEW_PASSWORD), code)).statusCode).toBe(400);
});
