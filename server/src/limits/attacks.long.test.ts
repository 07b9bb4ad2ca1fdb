import { describe, expect, test } from "vitest";
import { accountCalls, NEW_PASSWORD, PASSWORD } from "../../test/testing/account-calls.ts";
import { mailsTo, resetTokenOf } from "../../test/testing/mails.ts";
import { secondFactorCalls } from "../../test/testing/second-factor.ts";
import { selectRows } from "../../test/testing/select-rows.ts";
import { useTestApp } from "../../test/testing/test-app.ts";
import { insertRow } from "../db/insert-rows.ts";
import type { LimitName } from "./declared-limits.ts";

const t = useTestApp();
const accounts = accountCalls(t);
const { member, login, requestReset, confirmReset } = accounts;
const { codeOf, turnOn, ticketFor, logIn } = secondFactorCalls(t, accounts);

const ATTACKER = "198.51.100.66";
const ELSEWHERE = "192.0.2.10";

/** Requests that are under way at once. */
const AT_A_TIME = 20;

/** @returns how many requests got each status */
async function flood(requests: number, send: (index: number) => Promise<{ statusCode: number }>) {
  const counts: Record<number, number> = {};
  for (let sent = 0; sent < requests; sent += AT_A_TIME) {
    const some = Array.from({ length: Math.min(AT_A_TIME, requests - sent) }, (_, index) => send(sent + index));
    for (const { statusCode } of await Promise.all(some)) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  }
  return counts;
}

/** Requests that other networks have made at a limit of the whole site. They only save the test's time. */
async function countElsewhere(name: LimitName, seconds: number, hits: number): Promise<void> {
  const key = `${name}  ${seconds}: `;
  await t.db.query({ text: "delete from rate_limits where key = $1", values: [key] });
  await insertRow(t.db, "rate_limits", { key, hits, resets_at: t.clock.daysAgo(-1) });
}

const counters = () => selectRows(t.db, "rate_limits");

describe("one attacker's network", () => {
  test("leaves an account open to other networks after 60 guesses", async () => {
    const { email } = await member();
    const answers = await flood(60, () => login(email, "wrong password", ATTACKER));
    expect(answers).toEqual({ 401: 10, 429: 50 });
    expect((await login(email, PASSWORD, ELSEWHERE)).statusCode).toBe(200);
  });

  test("leaves the login open to everybody else after 5,100 guesses", async () => {
    const { email } = await member();
    await countElsewhere("wrongPassword", 900, 4_900);
    await flood(200, () => login("nobody@example.com", "wrong password", "198.51.100.67"));
    expect((await login(email, PASSWORD, ELSEWHERE)).statusCode).toBe(200);
  });

  test("leaves the password reset open to everybody else after 1,010 requests", async () => {
    const { email } = await member();
    await countElsewhere("passwordReset", 900, 900);
    await flood(110, (index) => requestReset(`nobody-${index}@example.com`, ATTACKER));
    expect((await requestReset(email, ELSEWHERE)).statusCode).toBe(200);
    expect((await confirmReset(await resetTokenOf(t.db, email))).statusCode).toBe(200);
    expect((await login(email, NEW_PASSWORD, ELSEWHERE)).statusCode).toBe(200);
  });

  test("leaves an owner a mail with a link after it asked for every mail that it may", async () => {
    const { email } = await member();
    await flood(20, () => requestReset(email, "198.51.100.68"));
    t.clock.advance({ minutes: 31 });
    const before = (await mailsTo(t.db, email)).length;
    await requestReset(email, ELSEWHERE);
    expect(await mailsTo(t.db, email)).toHaveLength(before + 1);
    expect((await confirmReset(await resetTokenOf(t.db, email))).statusCode).toBe(200);
  });

  test("leaves the second step open after 20 wrong codes at once, with an authenticator's or a recovery code", async () => {
    const user = await member();
    const { secret, codes } = await turnOn(await t.as(user.id));
    const ticket = await ticketFor(user.email);
    await flood(20, (index) => logIn(ticket, codeOf(secret, 10 + index), ATTACKER));
    expect((await logIn(await ticketFor(user.email), codes[0] ?? "", ELSEWHERE)).statusCode).toBe(200);
    expect((await logIn(await ticketFor(user.email), codeOf(secret), ELSEWHERE)).statusCode).toBe(200);
    t.clock.advance({ minutes: 16 });
    expect((await logIn(await ticketFor(user.email), codeOf(secret), ATTACKER)).statusCode).toBe(200);
  });

  test("adds no counters by refused guesses at many names", async () => {
    const address = "198.51.100.69";
    await insertRow(t.db, "rate_limits", {
      key: `wrongPassword network 900: ${address}`,
      hits: 100,
      resets_at: t.clock.daysAgo(-1),
    });
    const before = await counters();
    const answers = await flood(200, (index) => login(`another-${index}@example.com`, "wrong", address));
    expect(answers).toEqual({ 429: 200 });
    expect(await counters()).toEqual(before);
  });
});

test("right passwords of refused logins do not count", async () => {
  const { email } = await member();
  const address = "198.51.100.70";
  await flood(10, () => login(email, "wrong password", address));
  expect(await flood(60, () => login(email, PASSWORD, address))).toEqual({ 429: 60 });
  for (let network = 1; network <= 12; network++) {
    expect((await login(email, "wrong password", `203.0.113.${network}`)).statusCode).toBe(401);
  }
  expect((await login(email, PASSWORD, ELSEWHERE)).statusCode).toBe(200);
});

describe("guesses from many networks", () => {
  test("leave the second step open to a recovery code from a new network", async () => {
    const user = await member();
    const { secret, codes } = await turnOn(await t.as(user.id));
    const ticket = await ticketFor(user.email);
    await flood(60, (index) => logIn(ticket, codeOf(secret, 10 + index), `203.0.113.${index + 1}`));
    expect((await logIn(await ticketFor(user.email), codeOf(secret), "192.0.2.77")).statusCode).toBe(429);
    expect((await logIn(await ticketFor(user.email), codes[0] ?? "", "192.0.2.78")).statusCode).toBe(200);
  });
});
